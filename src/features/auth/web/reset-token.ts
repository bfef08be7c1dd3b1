/**
 * The token of a mailed link, from the fragment (`#token=…` or `#…`) or, for older links, the query. Null
 * when there is none.
 */
export function takeToken({ hash, search }: { hash: string; search: string }): string | null {
  const fragment = hash.replace(/^#/, '');
  const named = new URLSearchParams(fragment).get('token') ?? new URLSearchParams(search).get('token');
  const token = named ?? (fragment.includes('=') ? null : fragment);
  return token || null;
}
