import { z } from 'zod';
import { isId } from '#shared/ids.ts';
import type { TokenKind } from '#platform/crypto/signed-token.ts';
import type { SubmissionRow } from '../submissions/submissions.repository.ts';

/** The message in whose card a form stands: its conversation and itself. */
export type FormPlace = {
  conversationId: string;
  messageId: string;
};

/**
 * How somebody came to a form: on which page it stood and where they were before (addresses without a query), the
 * campaign as `utm_source` and its like, and the landing page with its version.
 */
export type FormOrigin = Pick<
  SubmissionRow,
  'landingUrl' | 'referrer' | 'utm' | 'landingPageId' | 'landingPageVersion'
>;
export const nowhere: FormOrigin = {
  landingUrl: null,
  referrer: null,
  utm: {},
  landingPageId: null,
  landingPageVersion: null,
};

const origin = z.object({
  landingUrl: z.string().nullable(),
  referrer: z.string().nullable(),
  utm: z.record(z.string(), z.string()),
  landingPageId: z.string().nullable(),
  landingPageVersion: z.number().int().nullable(),
});
const place = { c: z.string().optional(), m: z.string().optional() };

/**
 * Which submission a page will make: of which form and version, when it was given out, and in whose chat and
 * in which message it stands.
 */
export type PageToken = {
  f: string;
  v: number;
  i: string;
  s: number;
  a?: string | undefined;
  w?: string | undefined;
  c?: string | undefined;
  m?: string | undefined;
  o?: FormOrigin | undefined;
};
export const pageToken: TokenKind<PageToken> = {
  purpose: 'form-page',
  parse: (value) =>
    z
      .object({
        f: z.string(),
        v: z.number().int(),
        i: z.string().refine((id) => isId('fsb', id)),
        s: z.number(),
        a: z.string().optional(),
        w: z.string().optional(),
        // A page that was given out by an older server says less.
        o: origin.optional().catch(undefined),
        ...place,
      })
      .safeParse(value).data ?? null,
};

/**
 * In whose chat a form is opened: which form, of which agent, for which visitor, in which message, and
 * whether the owner only tries it.
 */
export type ChatTicket = {
  f: string;
  a: string;
  w: string;
  p: boolean;
  c?: string | undefined;
  m?: string | undefined;
};
export const chatTicket: TokenKind<ChatTicket> = {
  purpose: 'form-chat',
  parse: (value) =>
    z.object({ f: z.string(), a: z.string(), w: z.string(), p: z.boolean(), ...place }).safeParse(value)
      .data ?? null,
};
