/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import type { FormContent, PartFormField } from '#shared/message-parts.ts';
import { Icon } from './icons.tsx';
import type { PartContext } from './PartCards.tsx';
import { messageLimit } from './visitor-types.ts';

const inputs = { text: { type: 'text', autocomplete: 'on' }, email: { type: 'email', autocomplete: 'email' }, phone: { type: 'tel', autocomplete: 'tel' }, number: { type: 'number', autocomplete: 'off' }, date: { type: 'date', autocomplete: 'off' } } as const;

function Field({ field, id, t }: { field: PartFormField; id: string } & Pick<PartContext, 't'>) {
  const shared = { id, name: id, required: field.required };
  if (field.kind === 'checkbox')
    return (
      <label class="cw-part-check" for={id}>
        <input type="checkbox" {...shared} /> <span>{field.label}</span>
      </label>
    );
  return (
    <label for={id}>
      <span>
        {field.label} {!field.required && <small>({t('parts.optional')})</small>}
      </span>
      {field.kind === 'long' ? (
        <textarea {...shared} maxLength={1_000} rows={3} />
      ) : field.kind === 'choice' ? (
        <select {...shared}>
          <option value="">{t('parts.choose')}</option>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input {...shared} {...inputs[field.kind]} step={field.kind === 'number' ? 'any' : undefined} maxLength={200} />
      )}
    </label>
  );
}

/** A small form; what is entered goes out as one message of the visitor. */
export function FormPart({ part, context }: { part: FormContent; context: PartContext }) {
  const { t, say, isBusy } = context;
  const base = useId();
  const [isSent, setSent] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || isSent) return;
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const lines = part.fields.map((field, at) => {
      const value = data.get(`${base}-${at}`);
      if (field.kind === 'checkbox') return `${field.label}: ${t(value === null ? 'parts.no' : 'parts.yes')}`;
      const text = typeof value === 'string' ? value.trim() : '';
      return text && `${field.label}: ${text}`;
    });
    const message = [part.title, ...lines].filter((line) => line !== '').join('\n');
    setSent(true);
    say(message.slice(0, messageLimit));
  };
  return (
    <form class="cw-part cw-part-frame cw-part-form" onSubmit={submit} aria-label={part.title || t('parts.form')}>
      <fieldset disabled={isSent}>
        {(part.title || part.text) && (
          <legend>
            {part.title && <span class="cw-part-title">{part.title}</span>}
            {part.text && <p class="cw-part-text">{part.text}</p>}
          </legend>
        )}
        {part.fields.map((field, at) => (
          <Field key={at} field={field} id={`${base}-${at}`} t={t} />
        ))}
        {!isSent && (
          <button type="submit" class="cw-button cw-solid-button" aria-disabled={isBusy}>
            {part.submit || t('parts.send')}
          </button>
        )}
      </fieldset>
      {isSent && (
        <p class="cw-part-sent" role="status">
          <Icon name="check" size={16} /> {t('parts.sent')}
        </p>
      )}
    </form>
  );
}
