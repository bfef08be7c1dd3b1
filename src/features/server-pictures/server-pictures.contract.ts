import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const serverPicturesErrors = defineErrors('server-pictures', {
  unusable: 400,
  elaborate: 422,
  gone: 409,
});

/** In bytes. */
export const largestServerPicture = 4 * 1_048_576;

/** `person` is a small square · `template` keeps its shape. */
export const serverPictureKinds = ['person', 'template'] as const;
export type ServerPictureKind = (typeof serverPictureKinds)[number];

/** The name of a picture that was uploaded; it is shown once something of the server names it. */
export const pictureKey = z.string().regex(/^[0-9a-f]{32}$/);

/** Where everybody finds a picture. */
export const serverPicturePath = (key: string): string => `/server-pictures/${key}`;

export const serverPicturesEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/superadmin/pictures',
    access: 'superadmin',
    transport: 'upload',
    summary:
      'Takes in a picture (PNG, JPEG, WebP or SVG of at most 4 MB), drawn anew so that nothing in it runs. What names it within a week keeps it.',
    query: z.strictObject({ kind: z.enum(serverPictureKinds) }),
    response: z.object({ key: z.string(), url: z.string() }),
    errors: [serverPicturesErrors.unusable, serverPicturesErrors.elaborate],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/server-pictures/{key}',
    access: 'public',
    transport: 'file',
    summary: 'A picture of the server’s own pages.',
    params: z.strictObject({ key: pictureKey }),
    response: z.object({}),
  }),
} as const;
