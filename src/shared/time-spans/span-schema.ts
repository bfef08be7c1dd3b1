import { z } from 'zod';
import { readSpan } from './span.ts';

/** A span of time as programs say it: two moments of UTC with `~` between them, either of which may be left out. */
export const spanSchema = z
  .string()
  .max(60)
  .refine((text) => readSpan(text) !== null);
