/**
 * A passage without the headings that it begins with, which stand above it, and without the signs of those
 * inside: what is left tells in its first lines what the passage says. One of headings alone keeps their words.
 */
export function passageText(text: string): string {
  const body = text.replace(/^(?:\s*#{1,6} [^\n]*(?:\n|$))+/, '').trim();
  return withoutSigns(body || text);
}

/** A stored text as a person reads it: without the signs that its headings begin with. */
export const withoutSigns = (text: string): string => text.replace(/^#{1,6} /gm, '').trim();

/** Where in its page a passage stands, without the page's own title: "Memory › shared_buffers", or nothing. */
export function placeInPage(title: string, heading: string): string {
  const parts = heading.split(' › ');
  return (parts[0] === title ? parts.slice(1) : parts).join(' › ');
}
