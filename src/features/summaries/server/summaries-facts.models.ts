import { askedContactFields, fieldOfAnswer } from '#shared/contacts/contact-fields.ts';
import type { Language } from '#shared/languages.ts';
import { labelled } from '#shared/mail-document.ts';
import { formatMoney } from '#shared/money/money.ts';
import { clockLength } from '#shared/voice/clock-length.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { isCourtesy } from '#platform/language/courtesy.ts';
import { clip } from './summaries.models.ts';
import type { StretchMaterial } from './summaries.repository.ts';

/** Questions that are named because they were asked aloud. */
const mostAloud = 5;

/** Lines of a mail. */
export type SummaryFacts = {
  /** Of what was said in calls. */
  calls: string[];
  lead: string[];
  paid: string[];
};

/** What a summary says of calls: how many and how long, who cut in, what was asked aloud, and whether it can be heard. */
function callFacts(
  { calls, messages }: Pick<StretchMaterial, 'calls' | 'messages'>,
  language: Language,
  text: (key: string, variables?: Record<string, string | number>) => string,
): string[] {
  if (calls.length === 0) return [];
  const sum = (of: 'seconds' | 'interruptions') => calls.reduce((all, call) => all + call[of], 0);
  const interruptions = sum('interruptions');
  const aloud = messages.filter(
    ({ role, isSpoken, body }) => role === 'visitor' && isSpoken && body.trim() !== '' && !isCourtesy(body),
  );
  return [
    text('callCount', { count: calls.length, length: clockLength(sum('seconds')) }),
    ...(interruptions > 0 ? [text('cutIn', { count: interruptions })] : []),
    ...(calls.some(({ endReason }) => endReason === 'person') ? [text('tookOver')] : []),
    ...(calls.some(({ recording }) => recording) ? [text('recorded')] : []),
    ...aloud.slice(-mostAloud).map(({ body }) => labelled(text('askedAloud'), clip(body, 160), language)),
  ];
}

/** What a summary says beside what was said: who the visitor is by their answers, and what they bought. */
export function factsOf(
  material: StretchMaterial,
  language: Language,
  translator: Pick<Translator, 'text'>,
): SummaryFacts {
  const text = (key: string, variables: Record<string, string | number> = {}): string =>
    translator.text(language, `mail:summary.${key}`, variables);
  const { contact, visitor, messages, bought } = material;
  const form = visitor.formValues
    .filter((answer) => fieldOfAnswer(answer) === undefined)
    .map(({ label, key, value }) => labelled(clip(label || key, 80), clip(value, 300), language));
  const known = askedContactFields.flatMap((field) => {
    const value = contact?.[field] ?? (field === 'email' ? contact?.claimedEmail : null);
    const label = translator.text(language, `contact-record:field.${field}`);
    return value ? [labelled(label, clip(value, 254), language)] : [];
  });
  const sent = messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'own_form' && part.filled ? [labelled(text('form'), clip(part.title, 80), language)] : [],
    ),
  );
  const paid = bought.map(({ kind, currency, total, isTest, terms, formName }) => {
    const what =
      kind === 'form'
        ? formName
        : kind === 'pack'
          ? text('pack', { count: terms.messages ?? 0 })
          : text(kind === 'once' ? 'once' : 'subscription');
    return `${formatMoney(total, currency, language)} – ${what}${isTest ? ` (${text('test')})` : ''}`;
  });
  return { calls: callFacts(material, language, text), lead: [...known, ...form, ...sent], paid };
}
