/** What an agent asks of visitors before they may write, as far as browser and server must agree on it. */
export type AskedOfVisitors = {
  /** `version` names the text, so that a changed one is asked about again. */
  consent: { version: string } | null;
  contactForm: { moment: 'start' | 'after' | 'intent'; afterMessages: number; skipAllowed: boolean } | null;
};

/**
 * How far a visitor came: the version of the text agreed to, the state of the contact form, messages written
 * so far.
 */
export type GateProgress = {
  consent: string | null;
  form: 'open' | 'asked' | 'skipped' | 'filled';
  written: number;
};

/**
 * What stands between a visitor and the next message. A skip counts for as long as skipping is allowed; before it is known
 * how far they came, nobody is asked.
 */
export function gateOf(
  { consent, contactForm }: AskedOfVisitors,
  progress: GateProgress | null,
): 'consent' | 'form' | null {
  if (!progress) return null;
  if (consent && consent.version !== progress.consent) return 'consent';
  const { form } = progress;
  if (!contactForm || form === 'filled' || (form === 'skipped' && contactForm.skipAllowed)) return null;
  const isDue =
    contactForm.moment === 'start' ||
    form !== 'open' ||
    (contactForm.moment === 'after' && progress.written >= contactForm.afterMessages);
  return isDue ? 'form' : null;
}

/** Whether who comes for the first time is asked for something before they write. */
export const asksNewcomers = (asked: AskedOfVisitors): boolean =>
  gateOf(asked, { consent: null, form: 'open', written: 0 }) !== null;

type Configured<Field> = {
  access: { consentEnabled: boolean; consentText: string };
  contactForm: NonNullable<AskedOfVisitors['contactForm']> & {
    enabled: boolean;
    title: string;
    text: string;
    formId: string;
    fields: readonly Field[];
    submitText: string;
    skipText: string;
  };
  ending: { enabled: boolean; redirectUrl: string; askRating: boolean };
};

/**
 * What a configuration asks of visitors: nobody agrees to an empty text, and a form without fields is none.
 * Which of the owner's own forms is shown, browsers learn when they open it.
 */
export function askedOfVisitors<Field>({ access, contactForm, ending }: Configured<Field>) {
  const { enabled, fields, formId, ...form } = contactForm;
  return {
    consent:
      access.consentEnabled && access.consentText.trim() !== ''
        ? { version: textVersion(access.consentText), text: access.consentText }
        : null,
    contactForm:
      enabled && (fields.length > 0 || formId !== '')
        ? { ...form, fields: [...fields], ownForm: formId === '' ? null : textVersion(formId) }
        : null,
    ending: ending.enabled ? { redirectUrl: ending.redirectUrl, askRating: ending.askRating } : null,
  };
}

/**
 * A name for a text that changes with it: 64 bits, FNV-1a in two halves. It tells texts apart, it protects
 * nothing.
 */
export function textVersion(text: string): string {
  let [low, high] = [0x811c9dc5, 0xcbf29ce4];
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at) ^ (low >>> 16), 0x01000197);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
