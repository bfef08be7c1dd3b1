import type { WebhookFormat } from '../webhooks.contract.ts';

const chats = /^(?:hooks\.slack\.com|(?:[\w-]+\.)?discord(?:app)?\.com)$/;

/** Whether the address itself lets whoever knows it write into a chat of the team. */
function isSecret({ url, format }: { url: string; format: WebhookFormat }): boolean {
  return format !== 'events' || (URL.canParse(url) && chats.test(new URL(url).hostname));
}

/** Of an address what people see whose webhook it is not; a dash where it is none. */
export const shownHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '–');

/** An address as screens, audit and programs see it: of one that is a secret its host and its last four characters. */
export function shownAddress(webhook: { url: string; format: WebhookFormat }): string {
  if (!isSecret(webhook) || !URL.canParse(webhook.url)) return webhook.url;
  return `${new URL(webhook.url).origin}/…${webhook.url.slice(-4)}`;
}
