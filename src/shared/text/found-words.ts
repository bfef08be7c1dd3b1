/** Letters that have no mark to take off. */
const plain: Readonly<Record<string, string>> = { đ: 'd', ø: 'o', ł: 'l' };

/** A text as searching reads it, small and without marks; every sign keeps its place. */
const folded = (text: string): string =>
  text
    .replace(/[^\x20-\x60\x7b-\x7e]/g, (sign) => {
      const small = sign.toLowerCase().normalize('NFD').charAt(0);
      return plain[small] ?? small;
    })
    .replace(/[A-Z]/g, (sign) => sign.toLowerCase());

/** The words of what was typed; more of them than six tell nothing new. */
const wordsOf = (search: string): string[] =>
  search.trim().split(/\s+/).filter(Boolean).slice(0, 6).map(folded);

const isShort = (word: string): boolean => /^[\p{L}\p{N}]{1,2}$/u.test(word);
const isInWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** From where to where a text holds a searched word, in signs of the text. */
export type FoundPlace = {
  from: number;
  to: number;
};

/**
 * Where a text holds words of a search, as the database finds them: anywhere, and those of one or two letters
 * at the beginning of a word. In their order, none over another.
 */
export function placesOf(text: string, search: string): FoundPlace[] {
  const body = folded(text);
  const places: FoundPlace[] = [];
  for (const word of wordsOf(search))
    for (let from = body.indexOf(word); from >= 0; from = body.indexOf(word, from + word.length))
      if (!isShort(word) || !isInWord(body[from - 1])) places.push({ from, to: from + word.length });
  places.sort((a, b) => a.from - b.from || b.to - a.to);
  const apart: FoundPlace[] = [];
  for (const place of places) {
    const last = apart.at(-1);
    if (last && place.from < last.to) last.to = Math.max(last.to, place.to);
    else apart.push(place);
  }
  return apart;
}

/** How many different words of a search a text holds. */
export const countFound = (text: string, search: string): number =>
  wordsOf(search).filter((word) => placesOf(text, word).length > 0).length;

/** Of a text in one line so many signs around what was found, `…` where something is left out. */
export function excerptAround(text: string, search: string, longest = 160): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const first = placesOf(line, search)[0];
  if (line.length <= longest) return line;
  const sentence = first ? line.slice(0, first.from).search(/[^.!?…]*$/) : 0;
  // A sentence from its beginning, where that leaves the word in sight.
  const near = Math.max(0, (first?.from ?? 0) - Math.floor(longest / 3));
  let from = first && first.to - sentence < longest * 0.6 ? sentence : near;
  while (from > 0 && from < (first?.from ?? 0) && isInWord(line[from - 1])) from++;
  let to = Math.min(line.length, from + longest);
  while (to < line.length && to > (first?.to ?? 0) && isInWord(line[to])) to--;
  const cut = line.slice(from, to).trim();
  const isSentence = from === 0 || /[.!?…]\s*$/.test(line.slice(0, from));
  return `${isSentence ? '' : '…'}${cut}${to < line.length ? '…' : ''}`;
}
