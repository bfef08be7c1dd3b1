import type { ColorPalette } from './color-palette.ts';
import type { VoiceCheck, VoiceCheckAgent } from './voice-checks.ts';

/** How the made-up shop around an agent looks: bright, dark, or with styles that get in everything's way. */
export const hostThemes = ['light', 'dark', 'hostile'] as const;
export type HostTheme = (typeof hostThemes)[number];

/** The live demos in the order in which they are listed. */
export const labDemos = [
  'standard',
  'paywall',
  'contact',
  'richMedia',
  'document',
  'shop',
  'phone',
  'brands',
  'colors',
  'simulator',
  'voiceClone',
] as const;
export type LabDemo = (typeof labDemos)[number];

/**
 * The diagnostics, each with the names of the rows that its script reports; rows without a name here are
 * called by an address or a key that is the same in every language.
 */
export const labChecks = {
  realtime: ['opened', 'first', 'median', 'slowest', 'order', 'stream'],
  imports: ['files', 'types', 'compressed', 'kept', 'time', 'module'],
  paths: ['unknown'],
  styles: ['ready', 'reset', 'size', 'layer', 'transform', 'filter', 'direction', 'hidden'],
  widget: ['script', 'ready', 'open', 'close', 'events'],
  combined: ['ready', 'registry', 'apart', 'inline', 'destroy'],
  navigation: ['ready', 'push', 'replace', 'hash', 'back', 'body', 'leave', 'return'],
  kept: ['local', 'session', 'cookies', 'total'],
} as const;
export type LabCheck = keyof typeof labChecks;

/** How a row of a diagnostic came out; `note` is a fact that is neither. */
export type CheckState = 'good' | 'bad' | 'note';

/** One agent under six brands; names and colours are the same in every language. */
export const showcaseBrands = [
  { id: 'harbour', name: 'Harbour Academy', agent: 'Pilot', color: '#1e3a8a', theme: 'light' },
  { id: 'linden', name: 'Linden School', agent: 'Alba', color: '#b45309', theme: 'light' },
  { id: 'nocturne', name: 'Nocturne Study Club', agent: 'Echo', color: '#a78bfa', theme: 'dark' },
  { id: 'meadow', name: 'Meadow Prep', agent: 'Mint', color: '#14bd9d', theme: 'light' },
  { id: 'ember', name: 'Ember College', agent: 'Spark', color: '#dc2626', theme: 'dark' },
  { id: 'paper', name: 'Paper & Ink Tutors', agent: 'Quill', color: '#1f2937', theme: 'light' },
] as const;
export type ShowcaseBrand = (typeof showcaseBrands)[number];

/** What the pages of demos and diagnostics are given; see `PageProps`. `script` is where their script is. */
export type LabPageProps = {
  /** The development variant of an agent's page: its draft in a frame, for whoever may read it. */
  'widget-dev': {
    number: number;
    name: string;
    previewUrl: string;
    editUrl: string;
    /** Whether the draft differs from what visitors get. */
    hasChanges: boolean;
    script: string;
  };
  labs: {
    demos: readonly { id: LabDemo; href: string }[];
    /** Empty where the operator leaves diagnostics out. */
    checks: readonly { id: LabCheck | 'pdf' | 'width' | 'paywall'; href: string }[];
    /** The diagnostics of voice; empty with the others. */
    voice: readonly { id: VoiceCheck | 'account'; href: string }[];
    script: string;
  };
  /** An agent on a page, told about: without anything special, or with a form that asks for an address. */
  'demo-widget': { kind: 'standard' | 'contact'; number: number; snippet: string; script: string };
  /** An agent on a phone that is drawn around it; `isWhole` leaves the phone out and takes the window. */
  'phone-demo': {
    number: number;
    name: string;
    isWhole: boolean;
    choices: readonly { id: string; href: string; isChosen: boolean }[];
    script: string;
  };
  'brand-showcase': { chosen: ShowcaseBrand['id']; number: number; script: string };
  /** `source` is what the palette was read from; `problem` is a key below `labs:colors.problems`. */
  'color-analyzer': {
    asked: { url: string; color: string };
    palette: ColorPalette | null;
    source: string | null;
    problem: string | null;
    /** Whether somebody is signed in who may have an agent. */
    mayApply: boolean;
    script: string;
    labScript: string;
  };
  /** How a voice is copied with consent, tried in the reader's own browser. */
  'voice-clone': { script: string; labScript: string };
  /** A diagnostic that a script of the page runs; `values` is what it needs to know. */
  check: {
    check: LabCheck;
    number: number | null;
    values: Record<string, unknown>;
    script: string;
    landingScript: string;
  };
  /** A diagnostic of voice; see `voiceChecks`. */
  'voice-check': {
    check: VoiceCheck;
    /** Null for a device alone, and where no agent could be found. */
    agent: VoiceCheckAgent | null;
    /** A number was asked for that no running agent has. */
    isUnknown: boolean;
    /** What is read aloud, said and understood, in the page's language. */
    sentence: string;
    script: string;
    landingScript: string;
  };
  /**
   * A PDF that was cut into passages, and the passages that a question finds. `cutAt`: after so many characters the
   * rest was left out.
   */
  'pdf-test': {
    question: string;
    read: {
      name: string;
      pages: number;
      characters: number;
      milliseconds: number;
      cutAt: number | null;
      chunks: readonly { page: number | null; headings: string; text: string }[];
      found: readonly number[];
    } | null;
    problem: string | null;
    script: string;
  };
};
