import { z } from 'zod';
import { cityOf, placeNamed } from '#platform/language/tool-requests/time-zones.ts';
import { timeRequestIn } from '#platform/language/tool-requests/time-request.ts';
import { defineTool, failure } from '../tools.usecases.ts';
import type { BuiltInContext } from './built-in.usecases.ts';

function readable(moment: Date, timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone,
    }).format(moment);
  } catch {
    // No such time zone.
    return null;
  }
}

const input = z.strictObject({
  timeZone: z.string().max(64).optional().describe('IANA name of a time zone.'),
  place: z.string().max(80).optional().describe('A city or country instead of a time zone.'),
  what: z.enum(['time', 'date']).optional().describe('What is asked for; both are given.'),
});

/**
 * What day and hour it is: for whoever names no place where they are, else where the business is, whose own time
 * is told beside it. Names are those of IANA, like Europe/Amsterdam.
 */
export const currentTimeTool = ({ now, timeZone, businessZone, language, text }: BuiltInContext) =>
  defineTool({
    name: 'current_time',
    description: `Gives date, weekday and time of day now, in ${timeZone ?? 'the time zone of the business'} unless a time zone or place is named, and beside it the time where the business is. Use it for questions like whether somebody is open now, how long it is until something, or what day it is.`,
    input,
    recognise({ text: said, language: spokenIn }) {
      const request = timeRequestIn(said, spokenIn);
      if (!request) return null;
      const { what, place } = request;
      return { arguments: { what, ...(place !== null && { place }) }, place: 'instead', priority: 10 };
    },
    async run(wanted) {
      const moment = now();
      const named = wanted.place === undefined ? null : placeNamed(wanted.place, language);
      if (named?.zone === null)
        return {
          ...failure('invalid_arguments', `${named.name} has several time zones. Name a city.`),
          said: text('tool-answers:time.several', { place: named.name }),
        };
      const business = await businessZone();
      const zone = named?.zone ?? wanted.timeZone ?? timeZone ?? business ?? 'UTC';
      const local = readable(moment, zone);
      if (local === null) return failure('invalid_arguments', `There is no time zone ${zone}.`);
      const format = (options: Intl.DateTimeFormatOptions): string =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: zone }).format(moment);
      return {
        content: `${local} (${zone}); in UTC ${moment.toISOString()}${
          business === null || business === zone
            ? ''
            : `; where the business is ${readable(moment, business)} (${business})`
        }`,
        said: text(wanted.what === 'date' ? 'tool-answers:time.date' : 'tool-answers:time.now', {
          time: format({ timeStyle: 'short' }),
          date: format({ dateStyle: 'full' }),
          place: named?.name ?? cityOf(zone),
        }),
      };
    },
  });
