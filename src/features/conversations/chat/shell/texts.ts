import type { Entry } from '../store/chat-state.ts';
import { messageLimit } from '../store/visitor-types.ts';
import type { PublicAgent, StreamEvent, TextKey } from '../store/visitor-types.ts';

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

/**
 * The visitor's texts in the agent's language; `{{name}}` is the agent's name unless a value says otherwise.
 */
export function createTranslate(agent: PublicAgent): Translate {
  return (key, values) => {
    const all: Record<string, string | number | undefined> = { name: agent.name, ...values };
    return (agent.texts[key] ?? key).replace(
      /\{\{(\w+)\}\}/g,
      (whole, name: string) => `${all[name] ?? whole}`,
    );
  };
}

/**
 * Why an answer is missing or incomplete, in words: the server's own, else those for its code, else those for
 * the kind of failure.
 */
export function failureOf(entry: Entry, agent: PublicAgent): string {
  /* A person's first word breaks an answer off: nothing failed. */
  if (!entry.failureKey || entry.errorCode === 'answer.taken_over') return '';
  const byCode = `failure.${entry.errorCode}` as TextKey;
  return (
    entry.failureText ||
    createTranslate(agent)(agent.texts[byCode] ? byCode : entry.failureKey, { limit: messageLimit })
  );
}

/** What a tool is at, in words; null when it is done. */
export function activityOf(
  { name, label, state }: Extract<StreamEvent, { type: 'tool' }>,
  t: Translate,
): string | null {
  if (state !== 'running') return null;
  return label === name ? t(name === 'generate_image' ? 'messages.drawing' : 'messages.working') : label;
}
