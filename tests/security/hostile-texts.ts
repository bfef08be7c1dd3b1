import { hostilePieces } from '#tests/support/models/scripted-answers.ts';

/**
 * Texts that would run, load something from `canary.invalid` or change the page wherever somebody forgot to
 * escape them.
 */
export const hostileTexts: readonly string[] = [
  ...hostilePieces,
  '</script><script>window.__ran=1</script>',
  '</title><script>window.__ran=1</script>',
  '</textarea><script>window.__ran=1</script>',
  '--><img src=x onerror=window.__ran=1>',
  '" autofocus onfocus=window.__ran=1 x="',
  "' onmouseover=window.__ran=1 x='",
  '";window.__ran=1//',
  '\\";window.__ran=1//',
  '`+(window.__ran=1)+`',
  '<template><img src=x onerror=window.__ran=1></template>',
  '<img src=https://canary.invalid/a.png>',
  '<audio autoplay src=https://canary.invalid/a.mp3>',
];

/** As many of them, from a place on and around, as fit into a field. */
export function hostileFill(from: number, longest: number): string {
  let text = '';
  for (let at = 0; at < hostileTexts.length; at += 1) {
    const next = hostileTexts[(from + at) % hostileTexts.length] ?? '';
    if (text.length + next.length + 1 <= longest) text += `${next}\n`;
  }
  return text.trim();
}

const short = hostileTexts.filter(
  (text) => text.length <= 60 && !text.includes('\n') && text.trim() === text,
);

/** One of them that fits into the shortest field. */
export function hostileWord(at: number): string {
  return short[at % short.length] ?? '';
}
