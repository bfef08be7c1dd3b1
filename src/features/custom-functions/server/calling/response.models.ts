/** What of an answer a model reads, and what of it nobody may see. */

/** The steps of a path like `$.data.items[0].name`; null where it is none. */
export function stepsOf(path: string): (string | number)[] | null {
  const rest = path.trim().replace(/^\$/, '');
  if (rest === '') return [];
  const steps: (string | number)[] = [];
  const step = /\.?(?:([^.[\]"']{1,100})|\[(\d{1,6})\]|\[["']([^"'\]]{1,100})["']\])/y;
  while (step.lastIndex < rest.length) {
    const found = step.exec(rest);
    if (!found) return null;
    steps.push(found[2] === undefined ? (found[1] ?? found[3] ?? '') : Number(found[2]));
    if (step.lastIndex >= rest.length) break;
  }
  return steps;
}

/** What stands at a path; undefined where nothing does. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const step of stepsOf(path) ?? []) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

const struckOut = '[hidden]';
const secretKey =
  /^(?:.*[_-])?(?:access|refresh|id|auth|session|bearer|api)?[_-]?(?:token|secret|password|passwd|api[_-]?key|private[_-]?key|authorization|client[_-]?secret)$/i;
/** Where a list goes on is named a token as well. */
const placeKey = /page|next|cursor|continu/i;

/** The value without what is secret by its name: tokens, passwords and keys that an answer brings along. */
export function withoutSecretFields(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 40) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => withoutSecretFields(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' && each !== '' && secretKey.test(key) && !placeKey.test(key)
        ? struckOut
        : withoutSecretFields(each, depth + 1),
    ]),
  );
}

/** Takes secrets out of a text, as they are and as addresses, headers and JSON spell them. */
export function strikeOut(text: string, secrets: readonly string[]): string {
  const spellings = new Set(
    secrets
      .filter((secret) => secret.length >= 4)
      .flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64'),
        JSON.stringify(secret).slice(1, -1),
      ]),
  );
  let clean = text;
  for (const spelling of [...spellings].toSorted((one, other) => other.length - one.length))
    clean = clean.replaceAll(spelling, struckOut);
  return clean;
}
