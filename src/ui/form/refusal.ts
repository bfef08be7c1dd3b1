import type { ApiError } from '../api/client.ts';

export type Refusal = {
  /** Texts by the names of the fields that they belong under. */
  fields: Record<string, string>;
  /** What belongs under no field. */
  failure: string | null;
};

/**
 * Where the texts of a refused form belong. `names` are the form's values; a server's path such as
 * `options.2.label` belongs to the value that it begins with. What names no field of the form is said above
 * it. `place` is the field for the message of a refusal that names none of the form's.
 */
export function refusalOf(
  error: Pick<ApiError, 'status' | 'message' | 'fields'>,
  names: readonly string[],
  offline: string,
  place?: string,
): Refusal {
  const message = error.status === 0 ? offline : error.message;
  const given = Object.entries(error.fields ?? {});
  const own = given.filter(([path]) => names.includes(path.split('.')[0] ?? path));
  if (own.length === 0 && place !== undefined) return { fields: { [place]: message }, failure: null };
  if (given.length === 0) return { fields: {}, failure: message };
  const others = given.filter((entry) => !own.includes(entry)).map(([, text]) => text);
  return {
    fields: Object.fromEntries(own),
    failure: others.length === 0 ? null : [...new Set(others)].join(' '),
  };
}
