import type { Database } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import type { WebhookEventData, WebhookEventType } from '../../webhooks-events.contract.ts';
import type { WebhookRow } from '../webhooks.repository.ts';
import { chatBody, chatLines, eventNameKey } from './chat-messages.models.ts';

export type ChatMessagesServices = {
  database: Database;
  translator: Pick<Translator, 'text'>;
  /** What an agent of an account is called; null when it is gone. */
  agentNameOf(accountId: string, agentId: string): Promise<string | null>;
  publicUrl(): string;
};

/** Puts events into the words of a team's chat. */
export function createChatMessages({ database, translator, agentNameOf, publicUrl }: ChatMessagesServices) {
  return {
    /** The body to send: the event as it is, or a message in the language of the account's owner. */
    async bodyFor(
      { format, accountId }: Pick<WebhookRow, 'format' | 'accountId'>,
      event: string,
    ): Promise<string> {
      if (format === 'events') return event;
      const { type, data } = JSON.parse(event) as { type: WebhookEventType; data: WebhookEventData };
      const language = (await findOwners(database, accountId))[0]?.language ?? 'en';
      const { lines, agentId, path, isTest } = chatLines(data, language);
      const agentName = agentId === null ? null : await agentNameOf(accountId, agentId);
      const title = [
        translator.text(language, eventNameKey(type)),
        agentName,
        isTest ? translator.text(language, 'webhooks:testMoney') : null,
      ]
        .filter(Boolean)
        .join(' · ');
      return chatBody(format, title, [...lines, ...(path === null ? [] : [`${publicUrl()}${path}`])]);
    },
  };
}

export type ChatMessages = ReturnType<typeof createChatMessages>;
