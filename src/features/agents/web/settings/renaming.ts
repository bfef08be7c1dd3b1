import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import { settingAt, type SettingOf } from './setting-path.ts';

/** Where an agent's name usually stands beside its own field. */
const namedIn = [
  'prompt.welcomeMessage',
  'prompt.systemPrompt',
  'basic.seoTitle',
  'basic.seoDescription',
] as const satisfies readonly SettingOf<string>[];

export type Renaming = {
  path: (typeof namedIn)[number];
  /** The text with the new name in it. */
  text: string;
  count: number;
};

/** The texts of a draft in which an old name still stands as a word of its own, each with the new one in it. */
export function renamings(draft: AgentConfiguration, was: string, name: string): Renaming[] {
  const [old, next] = [was.trim(), name.trim()];
  if (old === '' || next === '' || old === next) return [];
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}])${old.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'gu',
  );
  return namedIn.flatMap((path) => {
    const text = settingAt(draft, path);
    const count = text.match(word)?.length ?? 0;
    return count > 0 ? [{ path, text: text.replace(word, () => next), count }] : [];
  });
}
