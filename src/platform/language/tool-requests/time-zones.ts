import type { Language } from '#shared/languages.ts';
import { forEachLanguage } from '../language-content.ts';
import { languagesFrom, spoken } from './spoken.ts';

/** A place with its IANA time zone; null where the place has several. */
export type PlaceOnClock = {
  name: string;
  zone: string | null;
};

/** What lies in several zones by the letter, and in one for nearly everybody. */
const mainZones: Readonly<Record<string, string>> = {
  CN: 'Asia/Shanghai',
  ES: 'Europe/Madrid',
  PT: 'Europe/Lisbon',
  NZ: 'Pacific/Auckland',
  CL: 'America/Santiago',
  EC: 'America/Guayaquil',
  MY: 'Asia/Kuala_Lumpur',
  UA: 'Europe/Kyiv',
  AR: 'America/Argentina/Buenos_Aires',
};
/** Names of zones that mean something else to nearly everybody. */
const otherThings = new Set(['Center', 'Christmas', 'Easter', 'Knox', 'Midway', 'Troll']);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The zone of a country; null where its clocks differ, undefined where it has none. */
function zoneOfRegion(region: string): string | null | undefined {
  if (mainZones[region] !== undefined) return mainZones[region];
  const locale: Intl.Locale & { getTimeZones?(): string[] | undefined } = new Intl.Locale('und', { region });
  const zones = locale.getTimeZones?.() ?? [];
  if (zones.length === 0) return undefined;
  const clocks = new Set(zones.map((timeZone) => new Date().toLocaleTimeString('en', { timeZone })));
  return clocks.size === 1 ? (zones[0] ?? null) : null;
}

/** The last part of `America/New_York`, as people write it. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** A name with its zone, or the country whose zones are looked at when it is asked for. */
type Place = { name: string } & ({ zone: string } | { region: string });
type Places = ReadonlyMap<string, Place>;

/** Whether places change their endings, so that the first form is the one to show. */
const isInflected = (language: Language): boolean => language === 'cs';

const makers = forEachLanguage(({ tools }, language) => () => {
  const places = new Map<string, Place>();
  const add = (name: string, place: Place): void => {
    const key = spoken(name);
    if (!places.has(key)) places.set(key, place);
  };
  for (const [zone, names] of Object.entries(tools.places))
    for (const name of names) add(name, { name: isInflected(language) ? (names[0] ?? name) : name, zone });
  const regionNames = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  for (const first of letters)
    for (const second of letters) {
      const name = regionNames.of(first + second);
      if (name !== undefined) add(name, { name, region: first + second });
    }
  for (const zone of Intl.supportedValuesOf('timeZone'))
    if (!otherThings.has(cityOf(zone))) add(cityOf(zone), { name: cityOf(zone), zone });
  return places;
});
const made = new Map<Language, Places>();
function placesIn(language: Language): Places {
  const known = made.get(language) ?? makers[language]();
  made.set(language, known);
  return known;
}

const articles = /^(?:the|de|het|el|la|los|las|o|os|a|as|le|l|les) /;

function onClock(place: Place): PlaceOnClock | null {
  if ('zone' in place) return place;
  const zone = zoneOfRegion(place.region);
  return zone === undefined ? null : { name: place.name, zone };
}

function inLanguage(said: string, language: Language): PlaceOnClock | null {
  const places = placesIn(language);
  const found = places.get(said) ?? places.get(said.replace(articles, ''));
  if (found) return onClock(found);
  if (!isInflected(language)) return null;
  // Endings change: `Japonsko`, `v Japonsku`.
  const stem = (text: string): string => text.replace(/(?:[aeiouy]|em|ech|ich|ach)$/, '');
  if (said.length < 5) return null;
  for (const [name, place] of places)
    if (name.length >= 5 && stem(name) === stem(said)) return onClock(place);
  return null;
}

/** A city or country that a message names, in any of the six languages; null where nobody here knows it. */
export function placeNamed(text: string, language: Language): PlaceOnClock | null {
  const said = spoken(text);
  if (said === '') return null;
  for (const one of languagesFrom(language)) {
    const found = inLanguage(said, one);
    if (found) return found;
  }
  return null;
}
