import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { mostPageImages } from './landing-pages-images.contract.ts';
import {
  landingPageSchema,
  landingPagesErrors,
  pageSettingsSchema,
  pageTitle,
} from './landing-pages.contract.ts';

/** Bytes of a page's file that is taken. */
export const largestPageFile = 40_000_000;

/** A page as a file: what its draft holds, and the pictures that it shows, by their keys, as WebP in base64. */
export const pageFileSchema = z.strictObject({
  title: pageTitle,
  slug: z.string().max(80),
  settings: pageSettingsSchema,
  data: z.record(z.string().max(40), z.unknown()),
  pictures: z
    .record(
      z.string().regex(/^[0-9a-f]{32}$/),
      z.strictObject({ name: z.string().max(200), webp: z.base64() }),
    )
    .refine((pictures) => Object.keys(pictures).length <= mostPageImages)
    .default({}),
});
export type PageFile = z.infer<typeof pageFileSchema>;

export const landingPagesFilesEndpoints = {
  importFile: endpoint({
    method: 'POST',
    path: '/api/landing-pages/import-file',
    access: { permission: 'pages.edit' },
    needsPlan: true,
    transport: 'upload',
    summary:
      'Makes a landing page of a file (`file`) that was exported as JSON, with its pictures. At most 40 MB.',
    response: landingPageSchema,
    errors: [
      landingPagesErrors.fileUnusable,
      landingPagesErrors.tooManyImports,
      landingPagesErrors.tooMany,
      landingPagesErrors.headOwnerOnly,
    ],
  }),
} as const;
