/** The name that the product's mark belongs to. */
export const productName = 'Chatelier';

/** What stands in place of the mark beside another name, its first letter; null where the mark does. */
export const letterOf = (name: string): string | null =>
  name === productName ? null : ([...name.trim()][0] ?? '').toUpperCase();

/**
 * The outline of the product's mark in a square of 24: a speech bubble whose opening makes a C. The favicon
 * and the start screen, which are files of their own, hold it, too.
 */
export const markPath = [
  'M12.2 2.5a9.3 9.3 0 0 1 7.9 4.3 1.9 1.9 0 0 1-.6 2.6 1.9 1.9 0 0 1-2.6-.6',
  ' 5.5 5.5 0 1 0-.1 6.1 1.9 1.9 0 0 1 2.6-.5 1.9 1.9 0 0 1 .6 2.6',
  ' 9.3 9.3 0 0 1-11.3 3.4l-4 1.5a1 1 0 0 1-1.3-1.3l1.2-3.8A9.3 9.3 0 0 1 12.2 2.5Z',
].join('');
