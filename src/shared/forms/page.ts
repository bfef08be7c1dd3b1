import type { FormDocument, FormSettings } from './document.ts';
import type { Language } from '../languages.ts';

/** What a form's page is given: nothing that only its owner should know. */
export type FormPageDocument = Pick<FormDocument, 'blocks' | 'rules' | 'screens'> & {
  settings: Pick<FormSettings, 'spam' | 'submitText' | 'theme' | 'language'>;
};

/** Why nobody can fill the form now, or that it was sent. */
export type FormPageState =
  | 'open'
  | 'closed'
  | 'not_open'
  | 'full'
  | 'sent_before'
  | 'done'
  | 'paying'
  | 'held'
  | 'unpaid'
  | 'confirm_sent'
  | 'confirm'
  | 'confirm_over';

export type FormPage = {
  state: FormPageState;
  publicId: string;
  name: string;
  /** Null where there is nothing to fill. */
  document: FormPageDocument | null;
  token: string;
  tag: string;
  language: Language;
  theme: FormSettings['theme'];
  /** Inside another page: without a background of its own. */
  isEmbedded: boolean;
  /** Inside a chat, which goes on when the form was sent. */
  isInChat: boolean;
  /** The owner tries it: nothing is kept. */
  isPreview: boolean;
  /** When it opens, for `not_open`. */
  opensAt: string;
  /** Where an open payment goes on, for `unpaid`. */
  payUrl: string;
  /** Whose address is confirmed. */
  email: string;
  /** What is said at the end. */
  screen: { title: string; text: string } | null;
  /** Of a form that was sent without a script: what was given and what is wrong with it. */
  given: Record<string, unknown>;
  problems: Record<string, string>;
  notice: string;
};

/** The look of pages that have none of their own. */
export const defaultTheme: FormSettings['theme'] = {
  color: '#36d6b5',
  background: '#f7faf9',
  mode: 'auto',
  font: 'sans',
  corners: 'soft',
};

/** Without what people need not know: who is written to, limits, answers by mail. */
export function publicDocument({ blocks, rules, screens, settings }: FormDocument): FormPageDocument {
  const { spam, submitText, theme, language } = settings;
  return { blocks, rules, screens, settings: { spam, submitText, theme, language } };
}

/** How soon after the page a form may be sent, in milliseconds: no person is faster. */
export const leastFillMs = 2_000;
/** How many zeros the proof's hash begins with, in bits. */
export const proofBits = 16;
