import type { FormBlock } from '#shared/forms/document.ts';

/** More than the largest form has: a hundred matrices of thirty lines. */
const mostFields = 4_000;

/**
 * Answers out of the fields that a browser sends by itself: `key`, several times for several answers, and
 * `key.part` for the parts of an address and the lines of a matrix, and `key.kept` for a ranking that is
 * meant. Fields beyond the first 4,000 are left
 * out; each is looked at once.
 */
export function postedAnswers(
  blocks: readonly Pick<FormBlock, 'key' | 'type'>[],
  fields: URLSearchParams,
): Record<string, string | string[] | Record<string, string>> {
  const values = new Map<string, string[]>();
  const parts = new Map<string, [string, string][]>();
  const add = <T>(to: Map<string, T[]>, key: string, value: T, most: number): void => {
    const known = to.get(key);
    if (!known) to.set(key, [value]);
    else if (known.length < most) known.push(value);
  };
  let count = 0;
  for (const [name, value] of fields) {
    if ((count += 1) > mostFields) break;
    const dot = name.indexOf('.');
    if (dot < 0) add(values, name, value, 120);
    else add(parts, name.slice(0, dot), [name.slice(dot + 1), value], 60);
  }
  return Object.fromEntries(
    blocks.map(({ key, type }) => {
      if (type === 'address' || type === 'matrix') return [key, Object.fromEntries(parts.get(key) ?? [])];
      // The lines of a ranking are always sent; its order is an answer once somebody says so.
      const isUntouched = type === 'ranking' && !parts.get(key)?.some(([part]) => part === 'kept');
      const given = isUntouched ? [] : (values.get(key) ?? []);
      return [
        key,
        given.length > 1 || ['checkboxes', 'multi_select', 'ranking'].includes(type)
          ? given
          : (given[0] ?? ''),
      ];
    }),
  );
}
