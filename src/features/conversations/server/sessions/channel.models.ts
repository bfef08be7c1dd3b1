import type { Channel } from '../../conversations-handoff.contract.ts';

/** What the links of QR codes begin their tag with. */
const qrTag = /^qr-/;

/** By which way a browser came. `ownHost`: where the agent's own page lies. */
export function channelOf(from: {
  pageUrl: string | null;
  tag: string | null | undefined;
  ownHost: string;
}): Channel {
  if (from.tag && qrTag.test(from.tag)) return 'qr';
  return from.pageUrl !== null && new URL(from.pageUrl).host === from.ownHost ? 'page' : 'site';
}
