/** Scripts of which one name holds one; with Latin, those of East Asia may stand. */
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Georgian',
] as const;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const ofScript = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
/** Letters of Cyrillic, Greek and Armenian that pass for Latin ones. */
const passesForLatin = /^[асԁеһіјӏорԛѕԝхуԍгмтпкьвнοαρυνικτѵօսոհ\d-]+$/u;

/** Whether browsers would rather show the label in ASCII, because it can be taken for another one. */
function isLabelLookAlike(label: string): boolean {
  if (/^[!-~]*$/.test(label)) return false;
  const found = ofScript.filter((script) => script.test(label)).length + (eastAsian.test(label) ? 1 : 0);
  const isMixed = found > 1 && !(found === 2 && eastAsian.test(label) && /\p{Script=Latin}/u.test(label));
  return isMixed || passesForLatin.test(label.normalize('NFC')) || /\p{Cf}/u.test(label);
}

/**
 * Whether a domain, as people read it, can be taken for another one: letters of two scripts in one part of it, a part
 * of letters that pass for Latin ones, or signs that nobody sees.
 */
export const isLookAlike = (domain: string): boolean =>
  domain.toLowerCase().split('.').some(isLabelLookAlike);
