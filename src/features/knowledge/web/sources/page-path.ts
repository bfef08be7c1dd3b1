/** The path of a page as a person reads it; one whose escapes are no UTF-8 (`/caf%E9`) is shown as it is written. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname } = new URL(url);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
