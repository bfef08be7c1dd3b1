import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const noticesErrors = defineErrors('inbox', {
  pushAddress: 400,
  pushKeys: 400,
  tooManyBrowsers: 409,
  browserNotFound: 404,
});

/** Most browsers that tell one member. */
export const mostBrowsers = 10;

/** What a browser tells a member of. */
export const pushKinds = ['waiting', 'message', 'assigned', 'mention'] as const;
export type PushKind = (typeof pushKinds)[number];

const preferences = {
  /** A mail when a visitor has waited for five minutes and nobody of the team has looked. */
  mails: z.boolean(),
  /** Browsers tell of visitors who come into the queue. */
  waiting: z.boolean(),
  /** Browsers tell of the member's own conversations. */
  own: z.boolean(),
  /** Browsers tell of colleagues who name the member. */
  mentions: z.boolean(),
  /** What browsers tell holds the visitor's words. */
  words: z.boolean(),
};
export const noticePreferencesSchema = z.object(preferences);
export type NoticePreferences = z.infer<typeof noticePreferencesSchema>;

export const toldBrowserSchema = z
  .object({
    id: z.string(),
    device: z.string().nullable(),
    browser: z.string().nullable(),
    os: z.string().nullable(),
    isCurrent: z.boolean(),
    createdAt: z.string(),
    seenAt: z.string(),
  })
  .meta({ id: 'ToldBrowser' });
export type ToldBrowser = z.infer<typeof toldBrowserSchema>;

/** What a push service answers to, as `PushSubscription.toJSON()` has it. */
export const subscriptionSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https$/ }).max(2_000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/),
  }),
  /** The browser does so by itself, for its session or its address is a new one; what the member removed
   * stays removed. */
  renews: z.boolean().default(false),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** What a message to a browser says, as its service worker reads it. `path` is where a click leads. */
export type PushMessage = {
  title: string;
  body: string;
  path: string;
  tag: string;
  at: number;
};

const done = z.object({});

export const noticesEndpoints = {
  notices: endpoint({
    method: 'GET',
    path: '/api/inbox/notices',
    access: { permission: 'inbox.reply' },
    summary:
      'How the member is told of visitors who wait for a person: what they want, their browsers, and the key that a browser needs to subscribe.',
    response: z.object({
      preferences: noticePreferencesSchema,
      publicKey: z.string(),
      browsers: z.array(toldBrowserSchema),
    }),
  }),
  setNotices: endpoint({
    method: 'PUT',
    path: '/api/inbox/notices',
    access: { permission: 'inbox.reply' },
    summary: 'What the member wants to be told of. What is left out stays as it is.',
    body: z.strictObject({
      mails: preferences.mails.optional(),
      waiting: preferences.waiting.optional(),
      own: preferences.own.optional(),
      mentions: preferences.mentions.optional(),
      words: preferences.words.optional(),
    }),
    response: done,
  }),
  addBrowser: endpoint({
    method: 'POST',
    path: '/api/inbox/notices/browsers',
    access: { permission: 'inbox.reply' },
    summary:
      'Lets this browser tell the member, with its push subscription, for as long as they are signed in there. The same browser again replaces what it said before. Ten browsers at most.',
    body: subscriptionSchema,
    response: z.object({ id: z.string() }),
    errors: [
      noticesErrors.pushAddress,
      noticesErrors.pushKeys,
      noticesErrors.tooManyBrowsers,
      noticesErrors.browserNotFound,
    ],
  }),
  removeBrowser: endpoint({
    method: 'DELETE',
    path: '/api/inbox/notices/browsers/{id}',
    access: { permission: 'inbox.reply' },
    summary: 'Lets a browser of the member tell them no more.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: done,
    errors: [noticesErrors.browserNotFound],
  }),
} as const;
