import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

/** Most spans of one day, and most days off. */
export const mostSpans = 3;
export const mostDaysOff = 60;
const dayMinutes = 1_440;

const span = z
  .strictObject({
    from: z
      .number()
      .int()
      .min(0)
      .max(dayMinutes - 1),
    to: z.number().int().min(1).max(dayMinutes),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'errors:fields.invalid' });
const isKnownZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/**
 * When the team is there: spans in minutes of the day for seven days from Monday on, in one time zone, and
 * days on which nobody is.
 */
export const officeHoursSchema = z.strictObject({
  isOn: z.boolean(),
  timeZone: z.string().min(1).max(64).refine(isKnownZone, { message: 'errors:fields.invalid' }),
  week: z.array(z.array(span).max(mostSpans)).length(7),
  daysOff: z.array(z.strictObject({ date: z.iso.date(), name: z.string().trim().max(60) })).max(mostDaysOff),
});
export type OfficeHours = z.infer<typeof officeHoursSchema>;

/** Where nothing was set: off; Monday to Friday, nine to five, once it is switched on. */
export const usualHours: OfficeHours = {
  isOn: false,
  timeZone: 'UTC',
  week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 540, to: 1_020 }] : [])),
  daysOff: [],
};

export const hoursEndpoints = {
  hours: endpoint({
    method: 'GET',
    path: '/api/inbox/hours',
    access: { permission: 'inbox.read' },
    summary:
      "The team's office hours, and when it is there next; null while it is, and where no day is left.",
    response: z.object({ hours: officeHoursSchema, isOpen: z.boolean(), opensAt: z.string().nullable() }),
  }),
  setHours: endpoint({
    method: 'PUT',
    path: '/api/inbox/hours',
    access: { permission: 'account.manage' },
    summary:
      'Sets the office hours. Outside of them whoever asks for a person is told when the team is there again; they wait in the queue all the same.',
    body: officeHoursSchema,
    response: z.object({ hours: officeHoursSchema, isOpen: z.boolean(), opensAt: z.string().nullable() }),
  }),
} as const;
