import { anyOr, instructionWords } from '../language-words.ts';
import { plainText } from '../text/plain-text.ts';
import { parsePrice } from '../money/price.ts';

/**
 * The plain syntax in which owners say what is shown when, in the words of six languages:
 *
 * When asked about prices, costs: card "Basic" | €20 a month | https://shop.example | image https://… |
 * button "Book" https://…
 *   + card "Plus" | €40 a month
 *
 * Lines of any other form are free instructions for a model. Read on the server, and in the editor while it
 * is written.
 */

export type ShowKind = 'image' | 'video' | 'card' | 'buttons' | 'product' | 'form' | 'file';
/** What stands on a line, not yet judged: `readContent` on the server does that. */
export type WrittenPart = { type: ShowKind | 'carousel' } & Record<string, unknown>;
export type ShowRule = {
  phrases: string[];
  parts: WrittenPart[];
};
export type LineProblem = {
  line: number;
  problem: 'kind' | 'address' | 'https' | 'name' | 'buttons' | 'fields';
};
export type ReadInstructions = {
  rules: ShowRule[];
  problems: LineProblem[];
};

const leads = instructionWords.flatMap((words) => words.leads);
const lead = new RegExp(String.raw`^(?:[-*•]\s+)?(?:${leads.join('|')})\s+`, 'i');

const kinds: readonly ShowKind[] = ['image', 'video', 'card', 'buttons', 'product', 'form', 'file'];
/** The words of every language for one thing. */
const wordsFor = (list: 'kinds' | 'parts' | 'fields', name: string): string =>
  instructionWords.map((words) => words[list][name]).join(' ');
const kindWords = Object.fromEntries(kinds.map((kind) => [kind, wordsFor('kinds', kind)])) as Record<
  ShowKind,
  string
>;
const partWords = {
  image: kindWords.image,
  button: kindWords.buttons,
  price: wordsFor('parts', 'price'),
  field: wordsFor('parts', 'field'),
  choice: wordsFor('parts', 'choice'),
  required: wordsFor('parts', 'required'),
};
const fieldKinds = Object.fromEntries(
  ['email', 'phone', 'number', 'date', 'long'].flatMap((kind) =>
    wordsFor('fields', kind)
      .split(' ')
      .map((word) => [word, kind]),
  ),
);
const betweenPhrases = new RegExp(String.raw`[,;/]|\s(?:${anyOr})\s`, 'i');
const further = new RegExp(
  String.raw`^(?:[+&]|(?:${instructionWords.map(({ and }) => and).join('|')})\b)\s*`,
  'i',
);

const isOneOf = (word: string, list: string): boolean => list.split(' ').includes(plainText(word));
const quoted = /["“”„«‟]\s?([^"“”„«»‟]*?)\s?["“”»‟]/;

/** Cuts at a sign that stands outside of quotation marks. */
function cut(text: string, sign: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let isOpen = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '"') isOpen = !isOpen;
    else if ('“„«'.includes(letter)) isOpen = !(letter === '“' && isOpen);
    else if ('”»'.includes(letter)) isOpen = false;
    else if (letter === sign && !isOpen) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...pieces, text.slice(from)].map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** The name in quotation marks and what stands around it. */
function takeName(text: string): { name: string; rest: string } {
  const found = quoted.exec(text);
  return found
    ? {
        name: found[1] ?? '',
        rest: `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.trim(),
      }
    : { name: '', rest: text.trim() };
}

const address = /^(?:https?|ftp|data|javascript):\S+$/i;

/** What one line may show, or what is wrong with it. */
function readPart(text: string): { part: WrittenPart } | { problem: LineProblem['problem'] } {
  const [head = '', ...segments] = cut(text, '|');
  const word = /^\S+/.exec(head)?.[0] ?? '';
  const kind = kinds.find((candidate) => isOneOf(word.replace(/:$/, ''), kindWords[candidate]));
  if (!kind) return { problem: 'kind' };
  const { name, rest } = takeName(head.slice(word.length));
  const part: WrittenPart = { type: kind };
  const texts: string[] = [];
  const buttons: Record<string, string>[] = [];
  const fields: Record<string, unknown>[] = [];
  let isInsecure = false;
  const takeAddress = (given: string, name_: string): void => {
    if (/^https:/i.test(given)) part[name_] ??= given;
    else isInsecure = true;
  };
  for (const segment of [...(rest === '' ? [] : [rest]), ...segments]) {
    const [first = '', ...others] = segment.split(/\s+/);
    const after = others.join(' ');
    if (address.test(segment)) takeAddress(segment, 'url');
    else if (isOneOf(first, partWords.image) && address.test(after)) takeAddress(after, 'image');
    else if (isOneOf(first, partWords.button)) {
      const { name: label, rest: action } = takeName(after);
      const { name: said } = takeName(action);
      const target = action.split(/\s+/).find((piece) => address.test(piece));
      if (target && !/^https:/i.test(target)) isInsecure = true;
      else if (label || target || after)
        buttons.push({
          label: label || (target ? '' : after),
          ...(target ? { url: target } : said ? { text: said } : {}),
        });
    } else if (isOneOf(first, partWords.price)) part['price'] = after;
    else if (isOneOf(first, partWords.field) || isOneOf(first, partWords.choice))
      fields.push(readField(first, after));
    else if (kind === 'product' && part['price'] === undefined && parsePrice(segment))
      part['price'] = segment;
    else texts.push(takeName(segment).name || segment);
  }
  if (isInsecure) return { problem: 'https' };
  // `button "Book" https://…` is one button.
  if (kind === 'buttons' && buttons.length === 0 && typeof part['url'] === 'string')
    buttons.push({ label: name, url: part['url'] });
  const title = name || (kind === 'buttons' ? '' : (texts.shift() ?? ''));
  return finish(kind, part, title, texts, buttons, fields);
}

function readField(first: string, text: string): Record<string, unknown> {
  const { name, rest } = takeName(text);
  const words = rest.split(/[\s,:]+/).filter((word) => word !== '');
  const required = words.some((word) => isOneOf(word, partWords.required));
  const others = words.filter((word) => !isOneOf(word, partWords.required));
  if (isOneOf(first, partWords.choice)) {
    const options = rest
      .replace(/^\s*:/, '')
      .split(/[,;]/)
      .map((option) =>
        option
          .split(/\s+/)
          .filter((word) => !isOneOf(word, partWords.required))
          .join(' ')
          .trim(),
      )
      .filter((option) => option !== '');
    return { label: name, kind: 'choice', required, options };
  }
  return {
    label: name || others.join(' '),
    kind: others.map((word) => fieldKinds[plainText(word)]).find((kind) => kind !== undefined) ?? 'text',
    required,
  };
}

function finish(
  kind: ShowKind,
  part: WrittenPart,
  title: string,
  texts: string[],
  buttons: Record<string, string>[],
  fields: Record<string, unknown>[],
): { part: WrittenPart } | { problem: LineProblem['problem'] } {
  const text = texts.join('\n');
  switch (kind) {
    case 'image':
      return (part['url'] ?? part['image'])
        ? { part: { type: kind, url: part['url'] ?? part['image'], alt: title, caption: text || title } }
        : { problem: 'address' };
    case 'video':
    case 'file':
      return part['url']
        ? { part: { ...part, ...(kind === 'file' ? { name: title } : { title }) } }
        : { problem: 'address' };
    case 'buttons':
      return buttons.length > 0
        ? {
            part: {
              type: kind,
              text: buttons.length === 1 && buttons[0]?.['label'] === title ? '' : title || text,
              buttons,
            },
          }
        : { problem: 'buttons' };
    case 'form':
      return fields.length > 0
        ? { part: { type: kind, title, text, fields, submit: buttons[0]?.['label'] ?? '' } }
        : { problem: 'fields' };
    case 'card':
    case 'product':
      return title
        ? { part: { ...part, ...(kind === 'card' ? { title } : { name: title }), text, buttons } }
        : { problem: 'name' };
  }
}

/** The rules in an owner's instructions. Cards that follow one another are shown side by side. */
export function readInstructions(instructions: string): ReadInstructions {
  const rules: ShowRule[] = [];
  const problems: LineProblem[] = [];
  let current: ShowRule | null = null;
  for (const [index, given] of instructions.slice(0, 20_000).split(/\r?\n/).entries()) {
    const text = given.trim();
    if (text === '') {
      current = null;
      continue;
    }
    // Folding may shorten nothing before the colon: accents are parted from their letters and taken away, so
    // places are found in the line itself.
    const start = lead.exec(plainText(text));
    const [before = '', ...after] = start ? cut(text.slice(start[0].length).trimStart(), ':') : [];
    let shown: string | null = null;
    if (start && (after.length > 0 || text.endsWith(':'))) {
      current = {
        phrases: before
          .split(betweenPhrases)
          .map((phrase) => takeName(phrase).name || phrase.trim())
          .filter((phrase) => phrase !== ''),
        parts: [],
      };
      if (current.phrases.length > 0) rules.push(current);
      shown = text.slice(text.indexOf(':', start[0].length) + 1).trim();
    } else if (current && further.test(text)) shown = text.replace(further, '');
    else current = null;
    if (!shown || !current) continue;
    const read = readPart(shown);
    if ('part' in read) addPart(current, read.part);
    else problems.push({ line: index + 1, problem: read.problem });
  }
  return { rules: rules.filter((rule) => rule.parts.length > 0), problems };
}

function addPart(rule: ShowRule, part: WrittenPart): void {
  const last = rule.parts.at(-1);
  if (part.type === 'card' && last?.type === 'card')
    rule.parts[rule.parts.length - 1] = { type: 'carousel', cards: [last, part] };
  else if (part.type === 'card' && last?.type === 'carousel') (last['cards'] as WrittenPart[]).push(part);
  else rule.parts.push(part);
}
