import { z } from 'zod';

/** Whose yes counts: the page's own word (`setConsent`), or what the page did by loading the script at all. */
export const analyticsConsents = ['asked', 'page'] as const;

/** What the owner's own statistics hear of, on pages that have them; nothing is loaded for it. */
export const analyticsSection = z.strictObject({
  /** By the page's own `gtag`. */
  google: z.boolean().default(false),
  /** By the page's own `fbq`. */
  meta: z.boolean().default(false),
  consent: z.enum(analyticsConsents).default('asked'),
});
