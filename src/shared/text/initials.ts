/** The first letters of the first and the last word of a name, for where no picture is. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends.map((word) => Array.from((word ?? '').toUpperCase())[0] ?? '').join('');
}
