const read = (name: 'texts' | 'values'): Record<string, unknown> =>
  JSON.parse(document.querySelector<HTMLElement>('[data-texts]')?.dataset[name] ?? '{}') as Record<
    string,
    unknown
  >;

/** The sentences of this page's script in the reader's language, by their names. */
export function readTexts(): (name: string) => string {
  const texts = read('texts') as Record<string, string>;
  return (name) => texts[name] ?? name;
}

/** What the server tells this page's script, by name. */
export const readValues = (): Record<string, unknown> => read('values');
