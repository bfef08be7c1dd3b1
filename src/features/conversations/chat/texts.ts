import type { PublicAgent, TextKey } from './visitor-types.ts';

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

/** The visitor's texts in the agent's language; `{{name}}` is the agent's name unless a value says otherwise. */
export function createTranslate(agent: PublicAgent): Translate {
  return (key, values) => {
    const all: Record<string, string | number | undefined> = { name: agent.name, ...values };
    return (agent.texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => `${all[name] ?? whole}`);
  };
}
