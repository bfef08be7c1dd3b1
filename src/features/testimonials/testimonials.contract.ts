import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { pictureKey, serverPicturesErrors } from '#features/server-pictures/server-pictures.contract.ts';

export const mostTestimonials = 24;
export const longestQuote = 600;
export const longestTestimonialName = 80;

export const testimonialsErrors = defineErrors('testimonials', {
  /** Says how many there may be. */
  tooMany: 409,
});

export const testimonialInput = z.strictObject({
  quote: z.string().trim().min(1).max(longestQuote),
  name: z.string().trim().min(1).max(longestTestimonialName),
  /** What they do, and where; may be empty. */
  role: z.string().trim().max(longestTestimonialName),
  /** Who reads it; null: everybody. */
  language: z.enum(languages).nullable(),
  /** A picture of who says it; null: their initials. */
  picture: pictureKey.nullable(),
  isShown: z.boolean(),
});
export type TestimonialInput = z.infer<typeof testimonialInput>;

const testimonial = z.object({
  id: z.string(),
  quote: z.string(),
  name: z.string(),
  role: z.string(),
  language: z.enum(languages).nullable(),
  picture: z.string().nullable(),
  isShown: z.boolean(),
});
export type Testimonial = z.infer<typeof testimonial>;

const params = z.strictObject({ id: z.string().max(60) });
const list = z.object({ testimonials: z.array(testimonial) });

export const testimonialsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/superadmin/testimonials',
    access: 'superadmin',
    summary: 'What customers say on the start page, in its order.',
    response: list,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/superadmin/testimonials',
    access: 'superadmin',
    summary: 'Adds what a customer says, behind the others. The first one takes the place of the examples.',
    body: testimonialInput,
    response: list,
    errors: [testimonialsErrors.tooMany, serverPicturesErrors.gone],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/superadmin/testimonials/{id}',
    access: 'superadmin',
    summary: 'Changes what a customer says, for whom, and whether it is shown.',
    params,
    body: testimonialInput,
    response: list,
    errors: [commonErrors.notFound, serverPicturesErrors.gone],
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/superadmin/testimonials/{id}/move',
    access: 'superadmin',
    summary: 'Changes places with the one before or after it.',
    params,
    body: z.strictObject({ to: z.enum(['up', 'down']) }),
    response: list,
    errors: [commonErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/superadmin/testimonials/{id}',
    access: 'superadmin',
    summary: 'Deletes what a customer says. Without any, the start page shows examples again.',
    params,
    response: list,
    errors: [commonErrors.notFound],
  }),
} as const;
