const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it may stand in HTML, also inside an attribute's quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** A piece of markup that can be put into another as it is. */
export type Html = { readonly markup: string };
type HtmlValue = string | number | Html | readonly Html[] | null | undefined | false;

const isMarkup = (value: object): value is Html => 'markup' in value;

function inserted(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value !== 'object') return escapeHtml(String(value));
  return isMarkup(value) ? value.markup : value.map(({ markup }) => markup).join('');
}

/**
 * HTML, SVG or XML out of a template: whatever is put into it is a text, unless `html` made it. All documents
 * that the server writes without React are made by it, so that nobody has to remember to escape; a rule of
 * the repository looks for templates without it.
 */
export const html = (parts: TemplateStringsArray, ...values: HtmlValue[]): Html => ({
  markup: parts.map((part, at) => (at === 0 ? part : inserted(values[at - 1]) + part)).join(''),
});

/** Markup that something else made which escapes for itself (React), or that no text of anybody went into. */
export const madeMarkup = (markup: string): Html => ({ markup });

/** JSON that can't end the script element it stands in. */
export const jsonInScript = (value: object): Html => ({
  markup: JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
});
