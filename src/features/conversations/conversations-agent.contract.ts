import { z } from 'zod';
import { languages } from '#shared/languages.ts';
import {
  attachmentIcons,
  historyModes,
  initialThemes,
  launcherIcons,
  positions,
  sendIcons,
} from '#features/agents/agents-configuration.contract.ts';
import { askedOfVisitorsSchema } from './conversations-visitor.contract.ts';

/** What a visitor's browser may know of an agent. */
export const publicAgentSchema = z.object({
  number: z.number(),
  name: z.string(),
  language: z.enum(languages),
  appearance: z.object({
    color: z.string(),
    avatarUrl: z.string().nullable(),
    initialTheme: z.enum(initialThemes),
    themeToggle: z.boolean(),
    position: z.enum(positions),
    launcherIcon: z.enum(launcherIcons),
    sendIcon: z.enum(sendIcons),
  }),
  welcomeMessage: z.string(),
  iceBreakers: z.array(z.string()),
  placeholder: z.string(),
  footerText: z.string(),
  /** Whether the product's name stands under the chat. */
  showBrand: z.boolean(),
  disclosure: z.boolean(),
  citations: z.enum(['inline', 'footer', 'off']),
  preview: z.boolean(),
  /** What visitors read while the agent is paused; null when it is open. */
  closed: z.string().nullable(),
  history: z.enum(historyModes),
  ...askedOfVisitorsSchema,
  /** Visitors may ask for a person. */
  people: z.boolean(),
  /** The icon of the attach button; null when visitors may not send files. */
  uploads: z.enum(attachmentIcons).nullable(),
  /** Visitors may enter an OpenAI key of their own. */
  visitorKey: z.boolean(),
  /** The owner's own design; absent when there is none. */
  design: z
    .object({
      css: z.string(),
      background: z.object({ url: z.string(), x: z.number(), y: z.number(), overlay: z.number() }).nullable(),
    })
    .optional(),
  texts: z.record(z.string(), z.string()),
});
export type PublicAgent = z.infer<typeof publicAgentSchema>;
