/**
 * A word, number or code as it stands in a text; `parts` are its pieces when a hyphen, apostrophe, dot …
 * joins several.
 */
export type Token = {
  text: string;
  start: number;
  end: number;
  parts: readonly string[];
};

/**
 * Words with what may join them inside: `e-bike`, `l'atelier`, `v2.1`, `info@shop.example`, `10:30`, `12,50`,
 * `A/B`.
 */
const wordPattern =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’ʼ.\-‐‑@:_/&+,](?=[\p{L}\p{N}])[\p{L}\p{N}\p{M}]+)*/gu;
const joinerPattern = /['’ʼ.\-‐‑@:_/&+,]/u;
/** Scripts that write no spaces between words. */
const unspacedPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No word of a language is longer; what is longer is data (base64, a minified line) and is cut. */
const longestWord = 64;

/**
 * The words, numbers and codes of a text, in order, with their places. Text of scripts without spaces comes
 * as overlapping pairs of characters.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index } of wordsIn(text)) pushTokens(tokens, word, index);
  return tokens;
}

/** Where a text has its words, before they are taken apart. */
export function wordsIn(text: string): Iterable<RegExpExecArray> {
  return text.matchAll(wordPattern);
}

/** What `tokenize` makes of one of the words. */
export function tokensOf(word: string): Token[] {
  const tokens: Token[] = [];
  pushTokens(tokens, word, 0);
  return tokens;
}

function pushTokens(tokens: Token[], word: string, start: number): void {
  if (unspacedPattern.test(word)) pushPairs(tokens, word, start);
  else pushWord(tokens, word, start);
}

function pushWord(tokens: Token[], word: string, start: number): void {
  const text = word.normalize('NFC').toLowerCase();
  if (!joinerPattern.test(text)) {
    tokens.push({ text: text.slice(0, longestWord), start, end: start + word.length, parts: [] });
    return;
  }
  // A comma or colon joins digits only (`12,50`, `10:30`); between letters it is punctuation whose space was
  // forgotten.
  let from = 0;
  for (const { index, 0: mark } of word.matchAll(/[,:]/gu)) {
    if (isDigit(word[index - 1]) && isDigit(word[index + 1])) continue;
    pushJoined(tokens, word.slice(from, index), start + from);
    from = index + mark.length;
  }
  pushJoined(tokens, word.slice(from), start + from);
}

function pushJoined(tokens: Token[], word: string, start: number): void {
  if (!word) return;
  const text = word.normalize('NFC').toLowerCase();
  const parts = text
    .split(joinerPattern)
    .filter(Boolean)
    .map((part) => part.slice(0, longestWord));
  tokens.push({
    text: text.slice(0, longestWord),
    start,
    end: start + word.length,
    parts: parts.length > 1 ? parts.slice(0, 12) : [],
  });
}

function pushPairs(tokens: Token[], word: string, start: number): void {
  const characters = [...word.toLowerCase()];
  let offset = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    if (next !== undefined)
      tokens.push({
        text: character + next,
        start: offset,
        end: offset + character.length + next.length,
        parts: [],
      });
    else if (characters.length === 1)
      tokens.push({ text: character, start: offset, end: offset + character.length, parts: [] });
    offset += character.length;
  }
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** A word without its accents: `réparation` → `reparation`, `ř` → `r`, `ß` → `ss`, `ø` → `o`. */
export function foldAccents(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(
      /[ßœæøđłı]/gu,
      (letter) => ({ ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', đ: 'd', ł: 'l', ı: 'i' })[letter] ?? letter,
    );
}
