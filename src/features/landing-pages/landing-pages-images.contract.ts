import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { landingPagesErrors } from './landing-pages.contract.ts';

/** Pictures of one page. */
export const mostPageImages = 200;
/** Bytes of a picture that is taken. */
export const largestPageImage = 12_000_000;

export const pageImageFormats = ['avif', 'webp'] as const;
export type PageImageFormat = (typeof pageImageFormats)[number];

export const pageImageSchema = z
  .object({
    /** What blocks and settings say: `/page-images/<key>`. */
    src: z.string(),
    width: z.number(),
    height: z.number(),
    name: z.string(),
  })
  .meta({ id: 'PageImage' });
export type PageImage = z.infer<typeof pageImageSchema>;

const one = z.strictObject({ id: z.string().max(60) });
const key = z.string().regex(/^[0-9a-f]{32}$/);
const { notFound, imageElaborate, imageUnusable, tooManyImages } = landingPagesErrors;

export const landingPagesImagesEndpoints = {
  images: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/images',
    access: { permission: 'pages.read' },
    summary: 'Pictures that were sent to a page, newest first.',
    params: one,
    response: z.object({ images: z.array(pageImageSchema) }),
    errors: [notFound],
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/images',
    access: { permission: 'pages.edit' },
    needsPlan: true,
    transport: 'upload',
    summary: 'A picture for a page, drawn anew in the sizes that screens need. At most 12 MB.',
    params: one,
    response: pageImageSchema,
    errors: [notFound, imageUnusable, imageElaborate, tooManyImages],
  }),
  takeIn: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/images/from-address',
    access: { permission: 'pages.edit' },
    needsPlan: true,
    summary: 'A copy of a picture that stands on another server, drawn anew like one that is sent.',
    params: one,
    body: z.strictObject({
      url: z.url({ protocol: /^https?$/, error: 'landing-pages:validation.url' }).max(2_048),
    }),
    response: pageImageSchema,
    errors: [notFound, imageUnusable, imageElaborate, tooManyImages],
  }),
  image: endpoint({
    method: 'GET',
    path: '/page-images/{key}',
    access: 'public',
    transport: 'file',
    summary:
      'A picture of a page at its largest, as WebP. Pictures of drafts and of pages with a password are for those who may see them.',
    params: z.strictObject({ key }),
    response: z.object({}),
  }),
  sizedImage: endpoint({
    method: 'GET',
    path: '/page-images/{key}/{size}',
    access: 'public',
    transport: 'file',
    summary: 'A picture of a page in one width and format: `960.avif`.',
    params: z.strictObject({ key, size: z.string().regex(/^\d{1,4}\.(avif|webp)$/) }),
    response: z.object({}),
  }),
} as const;
