/** A word to whoever writes the page: the console is the one place where they look. */
export function warn(text: string): void {
  console.warn(`Chatelier: ${text}`);
}
