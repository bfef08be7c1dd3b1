import { z } from 'zod';
import { isAskableDay } from './askable-day.ts';

/** A day such as `2026-11-24` that somebody asks about. */
export const daySchema = z.iso.date().refine(isAskableDay);
