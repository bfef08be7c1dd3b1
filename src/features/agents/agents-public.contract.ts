import { z } from 'zod';
import { askedOfVisitors } from '#shared/chat/visitor-gate.ts';
import { languages, type Language } from '#shared/languages.ts';
import {
  attachmentIcons,
  contactFieldTypes,
  contactMoments,
  historyModes,
  initialThemes,
  launcherIcons,
  positions,
  publicSections,
  sendIcons,
  type AgentConfiguration,
} from './agents-configuration.contract.ts';
import { speechVendors } from '#shared/speech-vendors.ts';
import { greetingIn, voiceSection } from './agents-voice.contract.ts';

/** Who turns speech into text, or text into speech. */
const speechPlace = z.enum(['browser', 'server']);

/** How visitors talk with an agent; null where they can't. With which vendor is the owner's business. */
const publicVoice = voiceSection
  .omit({
    enabled: true,
    provider: true,
    voice: true,
    project: true,
    hearingModel: true,
    speakingModel: true,
    greetings: true,
    stability: true,
    similarity: true,
    way: true,
    liveModel: true,
    recording: true,
    recordingConsent: true,
    recordingDays: true,
  })
  .extend({
    hears: speechPlace,
    speaks: speechPlace,
    /** How sound goes in calls in which visitors and who speaks with them hear each other at once; null: there are none. */
    live: z.enum(['webrtc', 'socket']).nullable(),
    /** Calls may be recorded by those who agree: to these words, empty for the chat's own; null: none is. */
    recording: z.object({ consent: z.string(), days: z.number() }).nullable(),
  });

/** What an agent asks of its visitors. Empty texts mean the chat's own words. */
const askedOfVisitorsSchema = {
  consent: z.object({ version: z.string(), text: z.string() }).nullable(),
  contactForm: z
    .object({
      moment: z.enum(contactMoments),
      afterMessages: z.number(),
      title: z.string(),
      text: z.string(),
      fields: z.array(
        z.object({
          key: z.string(),
          type: z.enum(contactFieldTypes),
          label: z.string(),
          required: z.boolean(),
          options: z.array(z.string()),
        }),
      ),
      submitText: z.string(),
      skipAllowed: z.boolean(),
      skipText: z.string(),
      /**
       * Names one of the owner's own forms that is asked for; `POST /api/visitor/contact-form/open` says
       * where it is. Null: the fields.
       */
      ownForm: z.string().nullable(),
    })
    .nullable(),
  ending: z.object({ redirectUrl: z.string(), askRating: z.boolean() }).nullable(),
};

/** What a visitor's browser may know of an agent. `toPublicAgent` fills it, for visitors and for the editor's preview. */
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
  disclosure: z.boolean(),
  citations: z.enum(['inline', 'footer', 'off']),
  preview: z.boolean(),
  /** What visitors read while the agent is paused; null when it is open. */
  closed: z.string().nullable(),
  /** Where the visitor's token is kept. */
  history: z.enum(historyModes),
  ...askedOfVisitorsSchema,
  ...publicSections,
  /** Visitors may ask for a person. */
  people: z.boolean(),
  /** The icon of the attach button; null when visitors may not send files. */
  uploads: z.enum(attachmentIcons).nullable(),
  /** Talking with the agent; null when visitors may only write. */
  voice: publicVoice.nullable(),
  /** Visitors may enter an OpenAI key of their own. */
  visitorKey: z.boolean(),
  /**
   * The owner's own design; absent when there is none: CSS that the server made harmless, and a picture behind the
   * messages, its place in percent, and how much of it is veiled.
   */
  design: z
    .object({
      css: z.string(),
      background: z.object({ url: z.string(), x: z.number(), y: z.number(), overlay: z.number() }).nullable(),
    })
    .optional(),
  texts: z.record(z.string(), z.string()),
});
export type PublicAgent = z.infer<typeof publicAgentSchema>;

/** What of a public agent is not set by its owner, or is worked out before. */
type PublicFacts = Pick<PublicAgent, 'number' | 'language' | 'preview' | 'closed' | 'texts'> & {
  /** The custom CSS as the server made it harmless. */
  css: string;
};

/** What a visitor's browser may know of an agent with these settings. */
export function toPublicAgent(
  configuration: AgentConfiguration,
  { css, ...facts }: PublicFacts,
): PublicAgent {
  const { access, ai, appearance, basic, knowledge, layout, people, prompt } = configuration;
  return {
    ...facts,
    name: basic.name,
    appearance: {
      color: appearance.color,
      avatarUrl: avatarUrlOf(configuration),
      initialTheme: appearance.initialTheme,
      themeToggle: appearance.themeToggle,
      position: layout.position,
      launcherIcon: appearance.launcherIcon,
      sendIcon: appearance.sendIcon,
    },
    welcomeMessage:
      prompt.welcomes.find(({ language, text }) => language === facts.language && text.trim() !== '')?.text ??
      prompt.welcomeMessage,
    // One that is being written is still empty.
    iceBreakers: prompt.iceBreakers.filter((text) => text.trim() !== ''),
    placeholder: appearance.placeholder,
    disclosure: appearance.disclosure,
    citations: knowledge.citations,
    history: access.history,
    ...askedOfVisitors(configuration),
    ...publicSectionsOf(configuration),
    people: people.enabled,
    uploads: appearance.uploads ? appearance.attachmentIcon : null,
    voice: publicVoiceOf(configuration, facts.language),
    visitorKey: ai.visitorKey,
    ...designOf(appearance, css),
  };
}

/** How visitors of an agent with these settings talk with it in a language. */
export function publicVoiceOf({ voice }: AgentConfiguration, language: Language): PublicAgent['voice'] {
  const {
    enabled,
    provider,
    voice: _voice,
    project: _project,
    hearingModel: _hearing,
    speakingModel: _speaking,
    greetings: _greetings,
    stability: _stability,
    similarity: _similarity,
    way,
    liveModel: _live,
    recording,
    recordingConsent,
    recordingDays,
    ...asTold
  } = voice;
  if (!enabled) return null;
  const vendor = provider === 'browser' ? null : speechVendors[provider];
  return {
    ...asTold,
    greeting: greetingIn(voice, language),
    hears: vendor?.listens ? 'server' : 'browser',
    speaks: vendor ? 'server' : 'browser',
    live: way === 'live' ? (vendor?.calls ?? null) : null,
    recording: recording ? { consent: recordingConsent.trim(), days: recordingDays } : null,
  };
}

/** Address of the configuration's avatar. */
export function avatarUrlOf({ appearance }: Pick<AgentConfiguration, 'appearance'>): string | null {
  return appearance.avatar ? `/avatars/${appearance.avatar}` : null;
}

function designOf(
  { backgroundImage, backgroundX, backgroundY, overlayDarkness }: AgentConfiguration['appearance'],
  css: string,
): Pick<PublicAgent, 'design'> {
  if (css === '' && backgroundImage === '') return {};
  const background =
    backgroundImage === ''
      ? null
      : { url: `/images/${backgroundImage}`, x: backgroundX, y: backgroundY, overlay: overlayDarkness };
  return { design: { css, background } };
}

/** Of the sections that are told as they are, the fields that `publicSections` names. */
function publicSectionsOf(configuration: AgentConfiguration): Pick<PublicAgent, keyof typeof publicSections> {
  const fieldsOf = (section: object, { shape }: z.ZodObject) =>
    Object.fromEntries(Object.entries(section).filter(([field]) => Object.hasOwn(shape, field)));
  const sections = Object.entries(publicSections).map(([id, schema]) => [
    id,
    fieldsOf(configuration[id as keyof typeof publicSections], schema),
  ]);
  return Object.fromEntries(sections) as Pick<PublicAgent, keyof typeof publicSections>;
}
