import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { userSchema } from './accounts.contract.ts';

export const accountsPictureErrors = defineErrors('accounts', { imageUnusable: 400, imageElaborate: 422 });

/** Largest picture of a person, in bytes. */
export const largestPicture = 2 * 1_048_576;

export const accountsPictureEndpoints = {
  setPicture: endpoint({
    method: 'POST',
    path: '/api/user/picture',
    access: 'user',
    transport: 'upload',
    summary:
      "Stores the signed-in person's picture (PNG, JPEG, WebP or SVG of at most 2 MB). It is re-encoded to a small square.",
    response: userSchema,
    errors: [accountsPictureErrors.imageUnusable],
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: '/api/user/picture',
    access: 'user',
    summary: "Removes the signed-in person's picture.",
    response: userSchema,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/people/{key}',
    access: 'public',
    transport: 'file',
    summary: 'The picture of a person.',
    params: z.strictObject({ key: z.string().regex(/^[0-9a-f]{32}$/) }),
    query: z.strictObject({ v: z.string().max(8).optional() }),
    response: z.object({}),
  }),
} as const;
