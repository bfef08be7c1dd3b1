import { forEachLanguage } from '#platform/language/language-content.ts';

/**
 * What an answer says will be done by somebody, later: a person who gets in touch, written news, something that
 * is said to have been set going.
 */
export const promiseKinds = ['callback', 'mail', 'deed'] as const;
export type PromiseKind = (typeof promiseKinds)[number];

const promises = Object.values(
  forEachLanguage(({ simulation }) =>
    promiseKinds.map((kind) => ({ kind, pattern: new RegExp(simulation.promises[kind], 'u') })),
  ),
).flat();

/** Longest part of an answer that is read. */
const longestRead = 12_000;

/**
 * The first thing that an answer promises somebody will do; null when it promises nothing. All languages are
 * looked at, because an agent may answer in another one than it was asked in.
 */
export function promiseIn(text: string): { kind: PromiseKind; words: string } | null {
  const plain = text.slice(0, longestRead).toLowerCase().replaceAll(/[‘’ʼ]/g, "'").replaceAll(/\s+/g, ' ');
  for (const { kind, pattern } of promises) {
    const [words] = pattern.exec(plain) ?? [];
    if (words !== undefined) return { kind, words: words.replace(/^[^\p{L}]+/u, '') };
  }
  return null;
}
