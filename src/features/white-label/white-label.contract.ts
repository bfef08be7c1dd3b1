import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

/**
 * The product's own brand, which every account has until it brings its own. Source: the specification,
 * "White-label settings".
 */
export const defaultBrand = {
  brandName: 'Chatelier',
  primaryColor: '#36D6B5',
  secondaryColor: '#4f46e5',
} as const;

export const publicBrandSchema = z.object({
  logoUrl: z.string().nullable(),
  brandName: z.string(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
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
  supportEmail: z.string().nullable(),
  privacyEmail: z.string().nullable(),
  termsEmail: z.string().nullable(),
  logoUrl: z.string().nullable(),
  plan: z.string(),
});

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
} as const;
