/**
 * The path of a page as a person reads it, with what is asked of it: some sites tell their pages apart by that
 * alone. One whose escapes are no UTF-8 (`/caf%E9`) is shown as it is written.
 */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** A path in two: where it has no room, the folders are cut, for pages of one folder differ in what follows. */
export function cutPath(path: string): { folders: string; name: string } {
  const [plain = ''] = path.split('?', 1);
  const at = plain.replace(/\/$/, '').lastIndexOf('/');
  return at <= 0 ? { folders: '', name: path } : { folders: path.slice(0, at), name: path.slice(at) };
}
