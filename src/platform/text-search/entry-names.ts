import { anyLanguage } from '#platform/language/language-content.ts';

/** A name as code writes it: `--retry`, `shared_buffers`, `Aptitude::Simulate`, `KillMode=`, `$HOME`, `gc.auto`. */
const codeName =
  /^(?:--?[\p{L}\d?@#][\p{L}\d_.:-]*|\$\w+|[\p{L}\d]+(?:(?:_|::|\.)[\p{L}\d]+)+_?|\p{Lu}\p{Ll}+\p{Lu}[\p{L}\d]*|\p{Ll}+\p{Lu}[\p{L}\d]*|\p{Lu}[\p{Lu}\d]{2,}|[\p{L}\d_-]+=)$/u;
/** Above a text, these say nothing of what it is about. */
const hollow = new RegExp(`^(?:${anyLanguage(({ questions }) => questions.hollow)})$`, 'iu');
const pointing = new RegExp(`^(?:${anyLanguage(({ questions }) => questions.pointing)})[.:]?$`, 'iu');
const longestHeading = 200;
/** “5.1. ”, “Chapter 29 - ”, “A. ”. */
export const leadingNumber =
  /^(?:\p{L}{1,12}\s+\d{1,3}\s+[-–—:]|\d{1,3}(?:\.\d{1,3}){1,4}[.:)]?|(?:\p{L}{1,12}\s+)?(?:\d{1,3}|[A-Z])[.:)]|\d{1,3}(?=\s\p{Lu}))\s+/u;
/** Names of one thing: “-k, --insecure”, “hold or keep”. */
const between = /,\s*|(?<!\s)(?:\s+\|\s+|\s*;\s+|\s+\/\s+)/;
/** What a name takes: `<file>`, `[=WHEN]`, `(string)`, `UNIT...`, `=DIR`. */
const taken =
  /(?<!\s)\s*(?:[<[({].*$|=\S*$|(?<=[\p{L}\d=] )\p{Lu}[\p{Lu}\d_-]{1,}(?:\.{3}|…)?(?:\s.*)?$|(?:\.{3}|…)$)/u;
const endsInCapitals = /\s\p{Lu}[\p{Lu}\d]+$/u;
const openers = /^["'“‘«([{`]+/;
const closers = /(?<!["'”’»)\]}`?!,.;:])["'”’»)\]}`?!,.;:]+$/;

/** Whether a word is a name out of code, which is looked for as it is written. */
export const isCodeName = (word: string): boolean => codeName.test(word);

/** Whether a heading such as “Description” leaves it to the one above what its text is about. */
export const isHollow = (heading: string): boolean => hollow.test(heading.trim().replace(leadingNumber, ''));

/** Whether only where else to look stands below a heading: “See also”. */
export const pointsAway = (heading: string): boolean =>
  pointing.test(heading.trim().replace(leadingNumber, ''));

/** The names that a heading gives to what its text explains, as they are written; of a title without its site. */
export function namesOf(heading: string): string[] {
  const plain = heading.slice(0, longestHeading).replace(/[`*]/g, '').trim().replace(leadingNumber, '');
  // “Cycling log files (exicyclog)” names the program, “shared_buffers (integer)” what it takes.
  const inBrackets = /\s\S+\s\(([\p{L}\d_.-]{2,40})\)$/u.exec(plain)?.[1];
  const led = /^(\S{2,40}?)(?::|\s[—–-]{1,2})\s+\S+\s+\S/u.exec(plain)?.[1];
  const parts = plain.split(between).flatMap((part) => [part, ...part.split(/\s[—–-]{1,2}\s/).slice(1)]);
  const names = [...parts, ...[inBrackets, led].filter((one) => one !== undefined)].flatMap(
    (part): string[] => {
      const text = part.trim().replace(/^["'“‘«]+|(?<!["'”’»:])["'”’»:]+$/g, '');
      const option = /^--?(?:\[no-\])?[\p{L}\d?@#][\p{L}\d_.:-]*/u.exec(text)?.[0];
      if (option?.includes('[no-]')) return [option.replace('[no-]', ''), option.replace('[no-]', 'no-')];
      if (option) return [option];
      const name = text.replace(taken, '').trim();
      const [first = ''] = name.split(/\s+/);
      const short = first.replace(/=$/, '');
      // “Split DNS” takes no `DNS`, “bind ADDRESS” takes an address: both are looked for.
      if (!isCodeName(first) && endsInCapitals.test(text) && name !== text) return [name, text];
      return isCodeName(first) && first !== name ? [short, name] : [name.replace(/=$/, '')];
    },
  );
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The names of a page: `git-stash` and `git stash` of “git-stash(1) Manual Page”, “borg prune” of “borg prune — Borg”. */
export function namesOfTitle(title: string): string[] {
  const name = title
    .slice(0, longestHeading)
    .replace(leadingNumber, '')
    .split(/(?<!\s)\s+[—–|·-]{1,2}\s+|\(\d\w?\)|:\s/)[0]
    ?.trim();
  if (!name) return [];
  if (name.includes(',') || name.includes('(')) return namesOf(name);
  return /^[\p{Ll}\d]+(?:-[\p{Ll}\d]+)+$/u.test(name) ? [name, name.replaceAll('-', ' ')] : [name];
}

/** A name out of code or of a command, which a page says more about than the words around it. */
const nameOfCode = /[_-]|\d|^\p{Ll}+$/u;

/**
 * The names of what stands below headings, of which the first is the page's title: those of the last one that tells
 * something. “git-gc(1) Manual Page” is the title “git-gc(1)” in other words, and has the names of both.
 */
export function namesBelow(headings: readonly string[], title: string): string[] {
  const last = headings.findLast((heading) => !isHollow(heading));
  const ofTitle = namesOfTitle(title);
  if (last === undefined || last === title) return ofTitle;
  const [name = ''] = ofTitle;
  const isTitle = nameOfCode.test(name) && last === headings[1] && ` ${last} `.includes(name);
  return isTitle ? [...new Set([...ofTitle, ...namesOf(last)])] : namesOf(last);
}

/** The words of a question as they are written, and those that follow each other, up to three in one piece. */
export function spelledIn(question: string): Set<string> {
  const words = question
    .slice(0, 1_000)
    .split(/\s+/)
    .map((word) =>
      word
        .replace(openers, '')
        .replace(closers, '')
        .replace(/['’]s$/, ''),
    )
    .map((word) => word.replace(/(?<=\p{L})=.*$/u, '').replace(/\(\)$/, ''))
    .filter((word) => word !== '');
  const found = new Set(words);
  for (let length = 2; length <= 3; length++)
    for (let at = 0; at + length <= words.length; at++) found.add(words.slice(at, at + length).join(' '));
  return found;
}

/**
 * How much a question spells one of the names: 1 as it is written, 0.85 with other capitals, 0.7 where only the name is in
 * capitals: the privilege `TRIGGER` is no trigger. Null for not at all; `-r` and `-R` are two options.
 */
export function spells(
  names: readonly string[],
  spelled: ReadonlySet<string>,
  lower: ReadonlySet<string>,
): { name: string; share: number } | null {
  const exact = names.find((name) => spelled.has(name));
  if (exact !== undefined) return { name: exact, share: 1 };
  const alike = names.find((name) => !/^-\p{L}$/u.test(name) && lower.has(name.toLowerCase()));
  if (alike === undefined) return null;
  return { name: alike, share: /^[\p{Lu}\d_]{3,}$/u.test(alike) ? 0.7 : 0.85 };
}
