import { askedContactFields, fieldOfAnswer } from '#shared/contacts/contact-fields.ts';
import type { Language } from '#shared/languages.ts';
import { labelled } from '#shared/mail-document.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { clip } from './summaries.models.ts';
import type { StretchMaterial } from './summaries.repository.ts';

/** Lines of a mail. */
export type SummaryFacts = {
  lead: string[];
  paid: string[];
};

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
  return { lead: [...known, ...form, ...sent], paid };
}
