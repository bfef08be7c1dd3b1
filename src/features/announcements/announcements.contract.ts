import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';

/** Whom it is for, by the plan of the account that they work in. Under an agency's address nobody reads any. */
export const announcementAudiences = ['everybody', 'trial', 'pro', 'white_label'] as const;
export type AnnouncementAudience = (typeof announcementAudiences)[number];
export const announcementLevels = ['info', 'success', 'warning', 'danger'] as const;
export const longestAnnouncement = 300;

export const announcementsErrors = defineErrors('announcements', {
  /** Names the other one: two at once would stand above each other on every page. */
  overlaps: 409,
  noText: 422,
});

const text = z.string().trim().max(longestAnnouncement);
export const announcementInput = z
  .strictObject({
    audience: z.enum(announcementAudiences),
    level: z.enum(announcementLevels),
    texts: z.strictObject(
      Object.fromEntries(languages.map((language) => [language, text.optional()])) as Record<
        (typeof languages)[number],
        z.ZodOptional<typeof text>
      >,
    ),
    /** A path of this server, or an address with https. */
    linkUrl: z
      .string()
      .trim()
      .max(500)
      .regex(/^(?:\/(?![/\\])|https:\/\/)[^\s<>"']*$/, 'announcements:validation.link')
      .nullable(),
    isDismissible: z.boolean(),
    startsAt: z.iso.datetime(),
    /** Null: until it is deleted. */
    endsAt: z.iso.datetime().nullable(),
  })
  .refine(({ startsAt, endsAt }) => endsAt === null || endsAt > startsAt, {
    path: ['endsAt'],
    message: 'announcements:validation.end',
  });
export type AnnouncementInput = z.infer<typeof announcementInput>;

const stored = z.object({
  id: z.string(),
  audience: z.enum(announcementAudiences),
  level: z.enum(announcementLevels),
  texts: z.partialRecord(z.enum(languages), z.string()),
  linkUrl: z.string().nullable(),
  isDismissible: z.boolean(),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  state: z.enum(['planned', 'shown', 'over']),
});
export type Announcement = z.infer<typeof stored>;

const shown = z.object({
  id: z.string(),
  level: z.enum(announcementLevels),
  text: z.string(),
  linkUrl: z.string().nullable(),
  isDismissible: z.boolean(),
});

const params = z.strictObject({ id: z.string().max(60) });
const done = z.object({});

export const announcementsEndpoints = {
  shown: endpoint({
    method: 'GET',
    path: '/api/announcements',
    access: 'user',
    summary: 'What whoever runs the server has to say to the signed-in person now, in their language.',
    response: z.object({ announcements: z.array(shown) }),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/api/announcements/{id}/dismiss',
    access: 'user',
    summary: 'Closes an announcement for the signed-in person, on all their devices.',
    params,
    response: done,
    errors: [commonErrors.notFound],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/superadmin/announcements',
    access: 'superadmin',
    summary: 'The newest 100 announcements, planned, shown and over.',
    response: z.object({ announcements: z.array(stored) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/superadmin/announcements',
    access: 'superadmin',
    summary: 'Plans an announcement. Two for the same people at the same time are refused.',
    body: announcementInput,
    response: stored,
    errors: [announcementsErrors.overlaps, announcementsErrors.noText],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/superadmin/announcements/{id}',
    access: 'superadmin',
    summary: 'Changes an announcement. Whoever closed it does not see it again.',
    params,
    body: announcementInput,
    response: stored,
    errors: [commonErrors.notFound, announcementsErrors.overlaps, announcementsErrors.noText],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/superadmin/announcements/{id}',
    access: 'superadmin',
    summary: 'Deletes an announcement; nobody reads it any more.',
    params,
    response: done,
    errors: [commonErrors.notFound],
  }),
} as const;
