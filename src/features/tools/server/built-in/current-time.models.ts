import { z } from 'zod';
import { defineTool, failure } from '../tools.usecases.ts';

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

/**
 * What day and hour it is. `timeZone` is the business's or the visitor's, for whoever doesn't name one: an
 * IANA name like Europe/Amsterdam.
 */
export const currentTimeTool = (now: () => Date, timeZone: string) =>
  defineTool({
    name: 'current_time',
    description:
      'Gives date, weekday and time of day now. Use it for questions like whether somebody is open now, how long it is until something, or what day it is.',
    input: z.strictObject({
      timeZone: z.string().max(64).optional().describe(`IANA name of a time zone; ${timeZone} if left out.`),
    }),
    run(input) {
      const moment = now();
      const zone = input.timeZone ?? timeZone;
      const local = readable(moment, zone);
      if (local === null) return failure('invalid_arguments', `There is no time zone ${zone}.`);
      return { content: `${local} (${zone}); in UTC ${moment.toISOString()}` };
    },
  });
