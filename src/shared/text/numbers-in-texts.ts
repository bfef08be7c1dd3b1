/** Names of variables that hold a number which is none to count with: a year, a code, a version. */
const names = new Set(['code', 'id', 'lastFour', 'line', 'port', 'status', 'version', 'year']);
const formats = new Map<string, Intl.NumberFormat>();

/**
 * What a text shows for a variable: numbers are written as its language writes them, "1,154" or "1.154", and
 * everything else stays what it is.
 */
export function valueInText(value: unknown, name: string, language: string): unknown {
  if (typeof value !== 'number' || names.has(name)) return value;
  // Small whole numbers are the same in all our languages, and the first format of a page takes a slow phone 0.1 s.
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(value);
}

/** The settings and the module of i18next that write numbers so, in the browser and on the server. */
export const numbersInTexts = {
  interpolation: { escapeValue: false, alwaysFormat: true },
  formatter: {
    type: 'formatter' as const,
    init() {},
    add() {},
    addCached() {},
    format: (
      value: unknown,
      _format: string | undefined,
      language: string | undefined,
      options: { interpolationkey?: string } = {},
    ) => valueInText(value, options.interpolationkey ?? '', language ?? 'en') as string,
  },
};
