import { z } from 'zod';
import { knowledgeSettings } from '#features/knowledge/knowledge.contract.ts';
import { paymentSection } from '#features/paywall/paywall.contract.ts';
import { languages } from '#shared/languages.ts';
import { storeSection } from './agents-store.contract.ts';
import { analyticsSection } from './agents-analytics.contract.ts';
import { voiceSection } from './agents-voice.contract.ts';
import { functionsSection, httpsAddress, mcpSection, toolsSection } from './agents-tools.contract.ts';

/** Words of the widget addresses that a tracking tag must not take. */
export const reservedTags = ['ultrafast', 'licensed', 'dev', 'embed', 'preview'] as const;

const plainText = (longest: number) => z.string().max(longest);
const line = (longest: number) => z.string().trim().max(longest);
const whole = (least: number, most: number) => z.number().int().min(least).max(most);
const hexColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'agents:validation.color');
/** Name of an image that was uploaded to the account: 32 hex digits, or empty for none. */
const imageHash = z.string().regex(/^([0-9a-f]{32})?$/);

/**
 * Identity of the agent. An empty SEO title falls back to the name, an empty description to the welcome
 * message.
 */
export const basicSection = z.strictObject({
  name: z.string().trim().min(1, 'agents:validation.nameRequired').max(80).default('New agent'),
  tag: z
    .string()
    .regex(/^([a-z0-9][a-z0-9-]{0,63})?$/, 'agents:validation.tag')
    .refine((tag) => !reservedTags.some((word) => word === tag), 'agents:validation.tagReserved')
    .default(''),
  language: z.enum(['auto', ...languages]).default('auto'),
  seoTitle: plainText(60).default(''),
  seoDescription: plainText(160).default(''),
});

export const launcherIcons = ['chat', 'sparkle', 'question', 'headset', 'avatar'] as const;
export const sendIcons = ['arrow', 'plane', 'chevron'] as const;
export const attachmentIcons = ['paperclip', 'plus', 'image'] as const;
export const initialThemes = ['light', 'dark', 'auto'] as const;

export const appearanceSection = z.strictObject({
  color: hexColor.default('#36d6b5'),
  avatar: imageHash.default(''),
  backgroundImage: imageHash.default(''),
  /** Percent from the left and from the top. */
  backgroundX: whole(0, 100).default(50),
  backgroundY: whole(0, 100).default(50),
  /** Percent of black, or of white in the light theme, over the background image. */
  overlayDarkness: whole(0, 90).default(40),
  initialTheme: z.enum(initialThemes).default('light'),
  themeToggle: z.boolean().default(true),
  launcherIcon: z.enum(launcherIcons).default('chat'),
  sendIcon: z.enum(sendIcons).default('arrow'),
  uploads: z.boolean().default(false),
  attachmentIcon: z.enum(attachmentIcons).default('paperclip'),
  placeholder: plainText(100).default(''),
  disclosure: z.boolean().default(true),
});

export const positions = ['bottom-right', 'bottom-left', 'bottom-center'] as const;
export const panelSizes = ['compact', 'regular', 'tall'] as const;

/**
 * Where launcher and panel stand on the owner's pages. Offsets are CSS pixels from the edge, the delay is in
 * seconds.
 */
export const layoutSection = z.strictObject({
  position: z.enum(positions).default('bottom-right'),
  offsetX: whole(0, 200).default(20),
  offsetY: whole(0, 200).default(20),
  size: z.enum(panelSizes).default('regular'),
  /** Words beside the launcher's icon; empty shows the icon alone. */
  launcherText: line(30).default(''),
  /** Without a launcher the page opens the chat itself, by `data-chatelier-open` or `Chatelier.open()`. */
  hideLauncher: z.boolean().default(false),
  popupMessage: plainText(200).default(''),
  popupDelay: whole(0, 120).default(5),
  popupOnPhones: z.boolean().default(false),
});

/** A text out of an uploaded document that is part of every prompt. */
export const promptFile = z.strictObject({ name: line(120).min(1), text: plainText(20_000).min(1) });

/** What visitors read first in another language than the owner's. */
export const welcomeText = z.strictObject({ language: z.enum(languages), text: plainText(1_000).min(1) });
export type WelcomeText = z.infer<typeof welcomeText>;

export const promptSection = z.strictObject({
  welcomeMessage: plainText(1_000).default(''),
  /** Where the chat speaks each visitor's language: instead of the one above, by language. */
  welcomes: z
    .array(welcomeText)
    .max(languages.length)
    .refine((texts) => new Set(texts.map(({ language }) => language)).size === texts.length)
    .default([]),
  iceBreakers: z.array(z.string().trim().min(1).max(80)).max(6).default([]),
  systemPrompt: plainText(20_000).default(''),
  files: z.array(promptFile).max(3).default([]),
});

/**
 * One of the account's forms that the agent may show, and when; without words for that, its title says it.
 */
export const offeredForm = z.strictObject({
  formId: z.string().regex(/^frm_[a-z0-9]{1,40}$/),
  when: line(200).default(''),
});
export type OfferedForm = z.infer<typeof offeredForm>;

/** Most forms that one agent may show. */
export const mostOfferedForms = 10;

/** Pictures, cards and buttons that the agent may show, and questions that it proposes after an answer. */
export const dynamicSection = z.strictObject({
  enabled: z.boolean().default(false),
  instructions: plainText(4_000).default(''),
  /** The account's forms that the agent may show as cards. */
  forms: z
    .array(offeredForm)
    .max(mostOfferedForms)
    .refine(
      (forms) => new Set(forms.map(({ formId }) => formId)).size === forms.length,
      'agents:validation.formTwice',
    )
    .default([]),
  /** How many follow-up questions stand under an answer. */
  followUps: whole(0, 5).default(3),
});

export const contactMoments = ['start', 'after', 'intent'] as const;
export const contactFieldTypes = [
  'name',
  'email',
  'phone',
  'company',
  'short_text',
  'long_text',
  'number',
  'url',
  'select',
  'checkbox',
] as const;
export const contactField = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'agents:validation.fieldKey'),
  type: z.enum(contactFieldTypes),
  /** Empty: the usual words of the type in the visitor's language. */
  label: line(200).default(''),
  required: z.boolean().default(false),
  options: z.array(line(100).min(1)).max(20).default([]),
});
export type ContactField = z.infer<typeof contactField>;

/** The form that a visitor meets in the chat. */
export const contactFormSection = z.strictObject({
  enabled: z.boolean().default(false),
  moment: z.enum(contactMoments).default('start'),
  /** With the moment `after`: how many messages come first. */
  afterMessages: whole(1, 50).default(3),
  /**
   * One of the account's own forms instead of the fields below; while that one takes no answers, the fields
   * are asked. Empty: the fields.
   */
  formId: z
    .string()
    .regex(/^(frm_[a-z0-9]{1,40})?$/)
    .default(''),
  title: line(120).default(''),
  text: plainText(500).default(''),
  fields: z
    .array(contactField)
    .max(10)
    .refine(
      (fields) => new Set(fields.map(({ key }) => key)).size === fields.length,
      'agents:validation.fieldKeyTwice',
    )
    .default([
      { key: 'name', type: 'name', label: '', required: false, options: [] },
      { key: 'email', type: 'email', label: '', required: true, options: [] },
    ]),
  submitText: line(40).default(''),
  skipAllowed: z.boolean().default(true),
  skipText: line(40).default(''),
});

/**
 * A domain as browsers name it, out of what people paste: without scheme, path and last dot, other scripts in
 * punycode.
 */
function asHost(text: string): string {
  const [, star = '', name = ''] = /^(?:[a-z]+:\/\/)?(\*\.)?([^/?#]*)/i.exec(text) ?? [];
  if (!/^[^\s@*]+$/.test(name) || !URL.canParse(`https://${name}`)) return star + name;
  return star + new URL(`https://${name}`).host.replace(/\.(?=:|$)/, '');
}

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(300)
  .overwrite(asHost)
  .regex(
    /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:\d{1,5})?$/,
    'agents:validation.domain',
  )
  .max(255);
const pathGlob = z
  .string()
  .trim()
  .regex(/^\/[^\s?#]{0,499}$/, 'agents:validation.path');

export const historyModes = ['local', 'session', 'off'] as const;
export const limitActions = ['say', 'built-in'] as const;

/**
 * Who may use the agent, where, and how much. Money is in US cents, as the providers' prices are in dollars;
 * 0 means no limit.
 */
export const accessSection = z.strictObject({
  restrictDomains: z.boolean().default(false),
  allowedDomains: z.array(domain).max(50).default([]),
  allowedPaths: z.array(pathGlob).max(50).default([]),
  consentEnabled: z.boolean().default(false),
  consentText: plainText(2_000).default(''),
  /** Where a visitor's conversation is kept: in the browser, until the tab is closed, or nowhere. */
  history: z.enum(historyModes).default('local'),
  messagesPerMinute: whole(1, 60).default(10),
  messagesPerDay: whole(1, 5_000).default(200),
  messagesPerConversation: whole(1, 1_000).default(200),
  dailyMessages: whole(0, 1_000_000).default(0),
  monthlyCents: whole(0, 10_000_000).default(0),
  /** At a limit of the agent: visitors are told that it rests, or the built-in engine goes on answering. */
  atLimit: z.enum(limitActions).default('say'),
});

export const switchHistories = ['carry', 'fresh'] as const;
export const switchingSection = z.strictObject({
  enabled: z.boolean().default(false),
  agents: z.array(z.string().max(60)).max(10).default([]),
  /** Whether the next agent reads what was said before. */
  history: z.enum(switchHistories).default('carry'),
});

export const endingSection = z.strictObject({
  enabled: z.boolean().default(false),
  /** Empty: the chat closes and the page stays. */
  redirectUrl: httpsAddress.default(''),
  askRating: z.boolean().default(true),
});

/** How conversations come to the team and go back. */
export const peopleSection = z.strictObject({
  /** Visitors may ask for a person, by a button and by their words. */
  enabled: z.boolean().default(true),
  /** The chat offers one, once, when the agent goes in circles or does not know twice in a row. */
  offer: z.boolean().default(true),
  answerWhileWaiting: z.boolean().default(true),
  /** A visitor who left, and left an address, gets what people write by mail. */
  mailReplies: z.boolean().default(true),
  /** Gives a conversation back to the AI in which no person has written for so many minutes. */
  autoReturn: z.boolean().default(false),
  autoReturnMinutes: whole(5, 10_080).default(30),
  /** Hours without a message after which a conversation counts as done. */
  autoResolveHours: whole(1, 720).default(24),
});

/** Delay in minutes after the visitor's last message. */
export const summarySection = z.strictObject({
  enabled: z.boolean().default(false),
  delayMinutes: whole(5, 1_440).default(15),
  recipients: z.array(z.email('agents:validation.email').max(254)).max(10).default([]),
  sendToContact: z.boolean().default(false),
  instructions: plainText(2_000).default(''),
});

export const footerSection = z.strictObject({
  text: plainText(1_000).default(''),
  showBrand: z.boolean().default(true),
});

/** Longest custom CSS in bytes of UTF-8. */
export const mostCssBytes = 20_480;
export const cssSection = z.strictObject({ code: z.string().max(mostCssBytes).default('') });

/** Most texts of one language that can be worded anew: all that the chat has, with room for more. */
export const mostVisitorTexts = 700;
export const longestVisitorText = 300;
/** The visitors' texts that the owner worded anew, by language and key of the chat's own texts. */
const textOverrides = z
  .record(z.string().regex(/^[a-zA-Z0-9._]{1,60}$/), plainText(longestVisitorText))
  .refine((texts) => Object.keys(texts).length <= mostVisitorTexts, 'agents:validation.tooMany')
  .default({});
export const textsSection = z.strictObject({
  en: textOverrides,
  es: textOverrides,
  pt: textOverrides,
  nl: textOverrides,
  fr: textOverrides,
  cs: textOverrides,
});

const modelChoice = z.strictObject({
  provider: z.string().regex(/^[a-z0-9-]{1,40}$/),
  model: z.string().max(200),
});

/** Provider `built-in` answers from the knowledge with no model at all. */
export const aiSection = z.strictObject({
  provider: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('built-in'),
  model: z.string().max(200).default(''),
  temperature: z.number().min(0).max(2).default(0.3),
  maxAnswerTokens: whole(50, 8_000).default(1_000),
  historyMessages: whole(0, 50).default(20),
  /** Tried in order when the model fails before its first word. */
  fallbacks: z.array(modelChoice).max(3).default([]),
  imageGeneration: z.boolean().default(false),
  /** Visitors may enter an OpenAI key of their own; it is sent along with each message and never stored. */
  visitorKey: z.boolean().default(false),
});

/**
 * Sections that visitors' browsers get as they are, under their own name in `PublicAgent`. Of the others they get the
 * fields that `agents-public.contract.ts` tells.
 */
export const publicSections = { footer: footerSection, analytics: analyticsSection };

/** Everything that the owner sets on an agent: one object, drafted, compared and published as a whole. */
export const agentConfiguration = z
  .strictObject({
    basic: basicSection.prefault({}),
    appearance: appearanceSection.prefault({}),
    layout: layoutSection.prefault({}),
    prompt: promptSection.prefault({}),
    knowledge: knowledgeSettings.prefault({}),
    dynamic: dynamicSection.prefault({}),
    contactForm: contactFormSection.prefault({}),
    access: accessSection.prefault({}),
    payment: paymentSection.prefault({}),
    mcp: mcpSection.prefault({}),
    store: storeSection.prefault({}),
    tools: toolsSection.prefault({}),
    voice: voiceSection.prefault({}),
    switching: switchingSection.prefault({}),
    people: peopleSection.prefault({}),
    ending: endingSection.prefault({}),
    summary: summarySection.prefault({}),
    footer: footerSection.prefault({}),
    analytics: analyticsSection.prefault({}),
    texts: textsSection.prefault({}),
    css: cssSection.prefault({}),
    ai: aiSection.prefault({}),
    functions: functionsSection.prefault({}),
  })
  .meta({ id: 'AgentConfiguration' });
export type AgentConfiguration = z.infer<typeof agentConfiguration>;
