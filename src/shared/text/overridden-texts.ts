/**
 * The chat's own texts with the owner's words in their place. Keys that the chat does not have and empty
 * words change nothing.
 */
export function overriddenTexts<Texts extends Record<string, string>>(
  texts: Texts,
  own: Readonly<Record<string, string>>,
): Texts {
  const given = Object.entries(own).filter(([key, text]) => Object.hasOwn(texts, key) && text.trim() !== '');
  return { ...texts, ...Object.fromEntries(given) };
}
