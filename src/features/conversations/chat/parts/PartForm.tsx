/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import { formLimits, readFormValues } from '#shared/forms/values.ts';
import type { FormFieldType, FormProblem } from '#shared/forms/values.ts';
import type { FormContent, PartFormField } from '#shared/chat/message-parts.ts';
import { Icon } from '../shell/icons.tsx';
import type { PartContext } from './PartCards.tsx';
import { messageLimit } from '../store/visitor-types.ts';

const inputs = {
  text: { type: 'text', autocomplete: 'on' },
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
  number: { type: 'number', autocomplete: 'off' },
  date: { type: 'date', autocomplete: 'off' },
} as const;

/** What each kind is checked as; the words of what is wrong are those of the contact form. */
const checks: Record<PartFormField['kind'], FormFieldType> = {
  text: 'short_text',
  long: 'long_text',
  email: 'email',
  phone: 'phone',
  number: 'number',
  date: 'short_text',
  choice: 'select',
  checkbox: 'checkbox',
};

type FieldProps = {
  field: PartFormField;
  id: string;
  problem: FormProblem | undefined;
  onInput: () => void;
} & Pick<PartContext, 't'>;

function Field({ field, id, problem, onInput, t }: FieldProps) {
  const shared = {
    id,
    name: id,
    'aria-required': field.required,
    'aria-invalid': !!problem,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    onInput,
  };
  const note = problem && (
    <p id={`${id}-problem`}>{t(`form.error.${problem}`, { limit: formLimits[checks[field.kind]] })}</p>
  );
  if (field.kind === 'checkbox')
    return (
      <div class="cw-part-field">
        <label class="cw-part-check" for={id}>
          <input type="checkbox" {...shared} /> <span>{field.label}</span>
        </label>
        {note}
      </div>
    );
  return (
    <div class="cw-part-field">
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
          <input
            {...shared}
            {...inputs[field.kind]}
            step={field.kind === 'number' ? 'any' : undefined}
            maxLength={200}
          />
        )}
      </label>
      {note}
    </div>
  );
}

/** A small form; what is entered goes out as one message of the visitor. */
export function FormPart({ part, context }: { part: FormContent; context: PartContext }) {
  const { t, say, isBusy } = context;
  const base = useId();
  const [isSent, setSent] = useState(false);
  const [problems, setProblems] = useState<Record<string, FormProblem>>({});
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || isSent) return;
    const form = event.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const read = readFormValues(
      part.fields.map(({ kind, label, required, options }, at) => ({
        key: `${base}-${at}`,
        type: checks[kind],
        label,
        required,
        options,
      })),
      Object.fromEntries(
        part.fields.map(({ kind }, at) => [
          `${base}-${at}`,
          kind === 'checkbox' ? data.has(`${base}-${at}`) : data.get(`${base}-${at}`),
        ]),
      ),
    );
    setProblems(read.problems);
    const first = part.fields.findIndex((_, at) => read.problems[`${base}-${at}`]);
    if (first >= 0) {
      (form.elements.namedItem(`${base}-${first}`) as HTMLElement).focus();
      return;
    }
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
    <form
      class="cw-part cw-part-frame cw-part-form"
      noValidate
      onSubmit={submit}
      aria-label={part.title || t('parts.form')}
    >
      <fieldset disabled={isSent}>
        {(part.title || part.text) && (
          <legend>
            {part.title && <span class="cw-part-title">{part.title}</span>}
            {part.text && <p class="cw-part-text">{part.text}</p>}
          </legend>
        )}
        {part.fields.map((field, at) => (
          <Field
            key={at}
            field={field}
            id={`${base}-${at}`}
            problem={problems[`${base}-${at}`]}
            t={t}
            onInput={() =>
              setProblems((before) =>
                Object.fromEntries(Object.entries(before).filter(([key]) => key !== `${base}-${at}`)),
              )
            }
          />
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
