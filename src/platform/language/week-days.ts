import { foldAccents } from '#platform/text-search/tokenize.ts';

/** Names of the days from Monday on, on text without accents, in the six languages. */
const names = [
  'mondays?|maandag(?:en|s)?|lunes|segundas?(?:[- ]feiras?)?|lundis?|pondeli|pondelky?',
  'tuesdays?|dinsdag(?:en|s)?|martes|tercas?(?:[- ]feiras?)?|mardis?|utery|uterky?',
  'wednesdays?|woensdag(?:en|s)?|miercoles|quartas?(?:[- ]feiras?)?|mercredis?|streda|stredu|stredy|stredou',
  'thursdays?|donderdag(?:en|s)?|jueves|quintas?(?:[- ]feiras?)?|jeudis?|ctvrtek|ctvrtky|ctvrtka',
  'fridays?|vrijdag(?:en|s)?|viernes|sextas?(?:[- ]feiras?)?|vendredis?|patek|patky|patku',
  'saturdays?|zaterdag(?:en|s)?|sabados?|samedis?|sobota|sobotu|soboty|sobotou',
  'sundays?|zondag(?:en|s)?|domingos?|dimanches?|nedele|nedeli',
];
const short = [
  'mon|ma|lun|seg|po',
  'tues?|di|mar|ter|ut',
  'wed|wo|mie|qua|mer|st',
  'thur?s?|do|jue|qui|jeu|ct',
  'fri|vr|vie|sex|ven|pa',
  'sat|za|sab|sam|so',
  'sun|zo|dom|dim|ne',
];
const weekend = /\bweek-?ends?\b|\bfin(?:es)? de semana\b|\bfi(?:m|ns) de semana\b|\bvikend\w*/;
const everyDay =
  /\bevery ?day\b|\bdaily\b|\bseven days\b|\b7 days\b|\bdagelijks\b|\belke dag\b|\bcada dia\b|\btodos (?:los|os) dias\b|\btous les jours\b|\b(?:kazdy den|denne)\b/;
const between = String.raw`\s*\.?\s*(?:-|–|—|\/|to|till?|until|through|thru|tot(?: en met)?|t\/m|al?|ate|as?|au|jusqu'au|az|do)\s*`;
const dayStart = String.raw`(?<![\p{L}])`;
const dayEnd = String.raw`(?![\p{L}])`;
const longNames = names.map((name, day) => ({
  day,
  pattern: new RegExp(`${dayStart}(?:${name})${dayEnd}`, 'gu'),
}));
const anyName = names.map((name, day) => `${name}|${short[day] ?? ''}`).join('|');
const range = new RegExp(
  `${dayStart}(${anyName})${dayEnd}${between}(?:le |el |o |de )?(${anyName})${dayEnd}`,
  'gu',
);
/** A short name counts only before a time, so that no ordinary word becomes a day. */
const shortBeforeTime = new RegExp(
  `${dayStart}(${short.join('|')})\\.?:?\\s+(?=\\d{1,2}(?:[:.h]|\\s*[-–]))`,
  'gu',
);
/** Most texts have none of these, and need not be looked through for each. */
const anything = new RegExp(`${dayStart}(?:${anyName})${dayEnd}|${weekend.source}|${everyDay.source}`, 'u');

/**
 * The days of the week that a text speaks of, 0 = Monday: by name, as part of a range (`Tuesday to Friday`),
 * or as the weekend.
 */
export function weekDays(text: string): Set<number> {
  const plain = foldAccents(text.slice(0, 2_000).normalize('NFC').toLowerCase());
  const days = new Set<number>();
  if (!anything.test(plain)) return days;
  if (everyDay.test(plain)) for (let day = 0; day < 7; day++) days.add(day);
  if (weekend.test(plain)) days.add(5).add(6);
  for (const { day, pattern } of longNames) if (plain.search(pattern) >= 0) days.add(day);
  for (const [, first, last] of plain.matchAll(range)) {
    const [from, to] = [dayOf(first ?? ''), dayOf(last ?? '')];
    if (from < 0 || to < 0) continue;
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === to) break;
    }
  }
  for (const [, name] of plain.matchAll(shortBeforeTime)) {
    const day = dayOf(name ?? '');
    if (day >= 0) days.add(day);
  }
  return days;
}

/** Whether a word is the name of a day. */
export function isDayName(word: string): boolean {
  const plain = foldAccents(word.toLowerCase());
  return names.some((name) => new RegExp(`^(?:${name}|feiras?)$`).test(plain)) || weekend.test(plain);
}

function dayOf(name: string): number {
  const exact = names.findIndex((pattern) => new RegExp(`^(?:${pattern})$`).test(name));
  return exact >= 0 ? exact : short.findIndex((pattern) => new RegExp(`^(?:${pattern})$`).test(name));
}
