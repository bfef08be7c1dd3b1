import type { AgentConfiguration, WelcomeText } from '../../agents-configuration.contract.ts';
import { settingAt, type SettingOf } from './setting-path.ts';

/** Where an agent's name usually stands beside its own field. */
const namedIn = [
  'prompt.welcomeMessage',
  'prompt.systemPrompt',
  'basic.seoTitle',
  'basic.seoDescription',
  'voice.greeting',
] as const satisfies readonly SettingOf<string>[];

/** Lists of texts, one for each language, in which it may stand, too. */
const namedInLists = ['prompt.welcomes', 'voice.greetings'] as const;

export type Renaming = { count: number } & (
  | {
      path: (typeof namedIn)[number];
      /** The text with the new name in it. */
      text: string;
    }
  | { path: (typeof namedInLists)[number]; text: WelcomeText[] }
);

/** The texts of a draft in which an old name still stands as a word of its own, each with the new one in it. */
export function renamings(draft: AgentConfiguration, was: string, name: string): Renaming[] {
  const [old, next] = [was.trim(), name.trim()];
  if (old === '' || next === '' || old === next) return [];
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}])${old.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'gu',
  );
  const countIn = (text: string): number => text.match(word)?.length ?? 0;
  const renamed = (text: string): string => text.replace(word, () => next);
  return [
    ...namedIn.flatMap((path): Renaming[] => {
      const text = settingAt(draft, path);
      const count = countIn(text);
      return count > 0 ? [{ path, text: renamed(text), count }] : [];
    }),
    ...namedInLists.flatMap((path): Renaming[] => {
      const texts = path === 'prompt.welcomes' ? draft.prompt.welcomes : draft.voice.greetings;
      const count = countIn(texts.map(({ text }) => text).join('\n'));
      return count > 0
        ? [{ path, text: texts.map((each) => ({ ...each, text: renamed(each.text) })), count }]
        : [];
    }),
  ];
}
