/** A text as a part of an address: letters without their accents, digits, and single hyphens; at most 80 signs. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 80)
    .replace(/-$/, '');
}
