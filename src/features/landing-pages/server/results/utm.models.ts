const names = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** By which campaign somebody came, out of the address of a page. */
export function utmOf(address: string | null): Record<string, string> {
  if (address === null || !URL.canParse(address)) return {};
  const query = new URL(address).searchParams;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(`utm_${name}`)?.trim().slice(0, 200) ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}
