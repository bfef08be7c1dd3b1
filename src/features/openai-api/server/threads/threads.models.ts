import { createHash } from 'node:crypto';
import type { OpenAiMessage } from '../../openai-api.contract.ts';

/** The words of a message; pictures are left out. */
export function textOf({ content }: Pick<OpenAiMessage, 'content'>): string {
  if (content === null) return '';
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

export type Said = {
  role: 'user' | 'assistant';
  text: string;
};

/**
 * What is asked, and what was said before it. Instructions and results of tools are the caller's own: the
 * agent's are its owner's.
 */
export function readMessages(messages: readonly OpenAiMessage[]): { question: string; before: Said[] } {
  const said = messages.flatMap((message): Said[] =>
    message.role === 'user' || message.role === 'assistant'
      ? [{ role: message.role, text: textOf(message).trim() }]
      : [],
  );
  let from = said.length;
  while (from > 0 && said[from - 1]?.role === 'user') from -= 1;
  return {
    question: said
      .slice(from)
      .map(({ text }) => text)
      .join('\n\n')
      .trim(),
    before: said.slice(0, from),
  };
}

/**
 * Of what was said. The key keeps apart what two programs heard in the same words, `user` what two users of one
 * did.
 */
export const threadHash = (keyId: string, user: string, said: readonly Said[]): string =>
  createHash('sha256')
    .update(JSON.stringify([keyId, user, said.map(({ role, text }) => [role, text])]))
    .digest('base64url');

/** Of one user of the program that holds a key. */
export const userHash = (keyId: string, user: string): string =>
  createHash('sha256')
    .update(JSON.stringify([keyId, user]))
    .digest('base64url');
