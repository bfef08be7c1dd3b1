import type { FormBlock, FormDocument } from '#shared/forms/document.ts';

/** Texts that the product itself writes into forms, by their keys. */
export type FormTexts = Readonly<Record<string, string>>;

/** A text with a number in it (`Option {{number}}`) in another language; null when it is none of these. */
function numbered(text: string, from: string, to: string): string | null {
  const [before, after] = from.split('{{number}}');
  if (before === undefined || after === undefined || !text.startsWith(before) || !text.endsWith(after))
    return null;
  const number = text.slice(before.length, text.length - after.length);
  return /^\d{1,3}$/.test(number) ? to.replace('{{number}}', number) : null;
}

/**
 * The form in another language, as far as its texts are those that the product wrote: kinds of fields,
 * templates, endings. What somebody wrote themselves stays. `from` are the languages that the texts may be in.
 */
export function inLanguage(
  form: FormDocument,
  language: FormDocument['settings']['language'],
  from: readonly FormTexts[],
  to: FormTexts,
): FormDocument {
  const known = new Map(
    from.flatMap((texts) =>
      Object.entries(texts).flatMap(([key, text]) => (to[key] === undefined ? [] : [[text, to[key]]])),
    ),
  );
  const patterns = from.flatMap((texts) =>
    Object.entries(texts).filter(([key, text]) => text.includes('{{number}}') && to[key] !== undefined),
  );
  const say = (text: string): string => {
    if (text === '') return text;
    const other = known.get(text);
    if (other !== undefined) return other;
    for (const [key, pattern] of patterns) {
      const made = numbered(text, pattern, to[key] ?? '');
      if (made !== null) return made;
    }
    return text;
  };
  const block = (entry: FormBlock): FormBlock => ({
    ...entry,
    label: say(entry.label),
    help: say(entry.help),
    placeholder: say(entry.placeholder),
    lowLabel: say(entry.lowLabel),
    highLabel: say(entry.highLabel),
    options: entry.options.map((option) => ({ ...option, label: say(option.label) })),
    rows: entry.rows.map((row) => ({ ...row, label: say(row.label) })),
  });
  const { reply, submitText } = form.settings;
  return {
    ...form,
    blocks: form.blocks.map(block),
    screens: form.screens.map((screen) => ({ ...screen, title: say(screen.title), text: say(screen.text) })),
    settings: {
      ...form.settings,
      language,
      submitText: say(submitText),
      reply: { ...reply, subject: say(reply.subject), text: say(reply.text) },
    },
  };
}

/** Nested texts of a locale file as one list, `a.b.c` by its text. */
export function flatTexts(file: unknown, prefix: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(typeof file === 'object' && file !== null ? file : {}))
    if (typeof value === 'string') texts[`${prefix}.${key}`] = value;
    else Object.assign(texts, flatTexts(value, `${prefix}.${key}`));
  return texts;
}
