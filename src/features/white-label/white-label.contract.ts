import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { productName } from '#shared/mark.ts';
import { signUps } from '#shared/sign-up.ts';
import { defineErrors } from '#shared/errors.ts';

/**
 * The product's own brand, which every account has until it brings its own. Source: the specification,
 * "White-label settings".
 */
export const defaultBrand = {
  brandName: productName,
  primaryColor: '#36D6B5',
  secondaryColor: '#4f46e5',
} as const;

export const whiteLabelErrors = defineErrors('white_label', {
  /** The account's plan has no brand of its own. */
  planNeeded: 402,
  imageUnusable: 400,
  imageElaborate: 422,
});

export const longestBrandName = 60;
/** Most that a legal page holds, in characters. */
export const longestLegalText = 100_000;
/** Largest picture of a brand, in bytes. */
export const largestBrandImage = 2 * 1_048_576;

/** `logo` beside or in place of the name · `icon` a small square, for tabs and home screens. */
export const brandImageKinds = ['logo', 'icon'] as const;
export type BrandImageKind = (typeof brandImageKinds)[number];
export const legalPages = ['terms', 'privacy'] as const;
export type LegalPage = (typeof legalPages)[number];

export const publicBrandSchema = z.object({
  logoUrl: z.string().nullable(),
  brandName: z.string(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  /** Null: the product's own. */
  primaryColor: z.string().nullable(),
  secondaryColor: z.string().nullable(),
  supportEmail: z.string().nullable(),
  /** Whether anybody may register here; an account's own address opens no account beside it. */
  canRegister: z.boolean(),
  /** Who comes in here who is not there yet. */
  signUp: z.enum(signUps),
  /** From which domains of mail addresses people register here, as they read them; empty: from all. */
  signUpDomains: z.array(z.string()),
  /** What whoever runs the server says to whoever registers, as plain text; empty: nothing. */
  signUpNote: z.string(),
  /** Days for which a new account tries everything; null where nobody is asked for money. */
  trialDays: z.number().nullable(),
});
export const brandSchema = z.object({
  isWhiteLabel: z.boolean(),
  brandName: z.string(),
  primaryColor: z.string(),
  secondaryColor: z.string(),
  domain: z.string().nullable(),
  domainVerified: z.boolean(),
  /** What links and tags of the account begin with, where it has an address of its own that is shown. */
  origin: z.string().nullable(),
  supportEmail: z.string().nullable(),
  privacyEmail: z.string().nullable(),
  termsEmail: z.string().nullable(),
  logoUrl: z.string().nullable(),
  /** For tabs and home screens. */
  iconUrl: z.string().nullable(),
  plan: z.string(),
});

/**
 * What would begin or turn around a line unseen has no place in a name that stands everywhere, nor has what passes for a letter
 * and looks like nothing: fillers of Korean and Khmer, the empty sign of braille.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .toLowerCase();
const email = z.email().max(254).nullable();

export const whiteLabelInput = z.strictObject({
  brandName: z
    .string()
    .trim()
    .min(1)
    .max(longestBrandName)
    .refine((name) => !unseen.test(name), { message: 'white-label:field.brandNameUnseen' }),
  primaryColor: color,
  secondaryColor: color,
  supportEmail: email,
  privacyEmail: email,
  termsEmail: email,
});
export type WhiteLabelInput = z.infer<typeof whiteLabelInput>;

/**
 * The brand as its owner writes it, whether or not the plan shows it. `active`: everybody sees it · `unused`: the
 * plan has it and nothing was written yet · `locked`: the plan has none.
 */
export const whiteLabelSchema = z
  .object({
    state: z.enum(['active', 'unused', 'locked']),
    brandName: z.string(),
    primaryColor: z.string(),
    secondaryColor: z.string(),
    supportEmail: z.string().nullable(),
    privacyEmail: z.string().nullable(),
    termsEmail: z.string().nullable(),
    logoUrl: z.string().nullable(),
    iconUrl: z.string().nullable(),
    /** Markdown; empty: the product's text under the account's name. */
    terms: z.string(),
    privacy: z.string(),
  })
  .meta({ id: 'WhiteLabel' });
export type WhiteLabel = z.infer<typeof whiteLabelSchema>;

const manage = { permission: 'account.manage' } as const;
const kindQuery = z.strictObject({ kind: z.enum(brandImageKinds) });
const text = z.string().max(longestLegalText);

export const whiteLabelEndpoints = {
  publicBrand: endpoint({
    method: 'GET',
    path: '/api/public/white-label',
    access: 'public',
    summary: 'Brand of the address that was asked.',
    response: publicBrandSchema,
  }),
  brand: endpoint({
    method: 'GET',
    path: '/api/user/white-label',
    access: { permission: 'account.read' },
    summary: "Brand of the signed-in person's account.",
    response: brandSchema,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/white-label',
    access: manage,
    summary: "The account's brand and legal texts as they were written, shown or not.",
    response: whiteLabelSchema,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/white-label',
    access: manage,
    needsPlan: true,
    summary: "Names and colours the account's brand, which then stands in place of the product's.",
    body: whiteLabelInput,
    response: whiteLabelSchema,
    errors: [whiteLabelErrors.planNeeded],
  }),
  setLegal: endpoint({
    method: 'PUT',
    path: '/api/white-label/legal',
    access: manage,
    needsPlan: true,
    summary: 'Writes a legal page of the account, as Markdown; empty: the product’s text.',
    body: z.strictObject({ page: z.enum(legalPages), text }),
    response: whiteLabelSchema,
    errors: [whiteLabelErrors.planNeeded],
  }),
  previewLegal: endpoint({
    method: 'POST',
    path: '/api/white-label/legal/preview',
    access: manage,
    needsPlan: true,
    summary: 'Markdown of a legal page as readers would see it.',
    body: z.strictObject({ text }),
    response: z.object({ html: z.string() }),
    errors: [whiteLabelErrors.planNeeded],
  }),
  setImage: endpoint({
    method: 'POST',
    path: '/api/white-label/image',
    access: manage,
    needsPlan: true,
    transport: 'upload',
    summary:
      'Stores the logo or the icon (PNG, JPEG, WebP or SVG of at most 2 MB). It is drawn anew, so that nothing in it runs.',
    query: kindQuery,
    response: whiteLabelSchema,
    errors: [whiteLabelErrors.planNeeded, whiteLabelErrors.imageUnusable, whiteLabelErrors.imageElaborate],
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: '/api/white-label/image',
    access: manage,
    summary: 'Removes the logo or the icon.',
    query: kindQuery,
    response: whiteLabelSchema,
  }),
  image: endpoint({
    method: 'GET',
    path: '/brand-images/{key}',
    access: 'public',
    transport: 'file',
    summary: 'A picture of a brand.',
    params: z.strictObject({ key: z.string().regex(/^[0-9a-f]{32}$/) }),
    response: z.object({}),
  }),
} as const;
