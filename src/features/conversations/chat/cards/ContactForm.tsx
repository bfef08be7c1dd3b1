/** @jsxImportSource preact */
import type { ComponentProps } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formLimits, readFormValues } from '#shared/forms/values.ts';
import type { FormField, FormProblem } from '#shared/forms/values.ts';
import type { ChatMode } from '../shell/Chat.tsx';
import type { ChatState } from '../store/chat-state.ts';
import { useCalled } from './ConsentCard.tsx';
import type { GateProps } from './ConsentCard.tsx';
import { OwnForm } from './OwnForm.tsx';
import { RequestError } from '../store/visitor-api.ts';
import type { Translate } from '../shell/texts.ts';

/** How browsers fill and type each kind of field. */
const kinds: { [Type in FormField['type']]?: { type?: string; autocomplete?: string; inputMode?: string } } =
  {
    name: { autocomplete: 'name' },
    email: { type: 'email', autocomplete: 'email', inputMode: 'email' },
    phone: { type: 'tel', autocomplete: 'tel', inputMode: 'tel' },
    company: { autocomplete: 'organization' },
    number: { inputMode: 'decimal' },
    url: { inputMode: 'url', autocomplete: 'url' },
  };

type FieldProps = {
  field: FormField;
  value: string | boolean;
  problem: FormProblem | undefined;
  onChange: (value: string | boolean) => void;
  t: Translate;
};

function Field({ field, value, problem, onChange, t }: FieldProps) {
  const { key, type, options } = field;
  const id = `cw-form-${key}`;
  const label = field.label || t(`form.label.${type}`);
  const shared = {
    id,
    name: key,
    'aria-required': field.required,
    'aria-invalid': !!problem,
    'aria-describedby': problem ? `${id}-problem` : undefined,
  };
  const typed = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  const note = problem && (
    <p class="cw-problem" id={`${id}-problem`}>
      {t(`form.error.${problem}`, { limit: formLimits[type] })}
    </p>
  );
  if (type === 'checkbox')
    return (
      <div class="cw-form-field">
        <label class="cw-tick">
          <input
            type="checkbox"
            {...shared}
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
        {note}
      </div>
    );
  return (
    <div class="cw-form-field">
      <label for={id}>
        {label} {!field.required && <span class="cw-optional">({t('form.optional')})</span>}
      </label>
      {type === 'long_text' ? (
        <textarea rows={3} {...shared} value={String(value)} onInput={typed} />
      ) : type === 'select' ? (
        <select {...shared} value={String(value)} onChange={typed}>
          <option value="">{t('form.choose')}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...({ type: 'text', ...kinds[type], ...shared } as ComponentProps<'input'>)}
          value={String(value)}
          onInput={typed}
        />
      )}
      {note}
    </div>
  );
}

/** The agent's contact form inside the conversation: one of the owner's own forms, or the agent's fields. */
export function ContactForm({ mode, ...props }: GateProps & { mode: ChatMode }) {
  const own = props.store.get().agent.contactForm?.ownForm ?? null;
  const [closed, setClosed] = useState<string | null>(null);
  return own !== null && own !== closed ? (
    <OwnForm key={own} {...props} isPreview={mode === 'preview'} onClosed={() => setClosed(own)} />
  ) : (
    <FieldForm {...props} />
  );
}

/** What was typed stays when something is refused. */
function FieldForm({ store, t, pass, hasWaiting }: GateProps) {
  const form = store.get().agent.contactForm;
  const box = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Record<string, string | boolean>>({});
  const [problems, setProblems] = useState<Record<string, FormProblem>>({});
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  useCalled(box, hasWaiting, 'input, textarea, select');
  if (!form) return null;

  const call = async (path: string, body: object) => {
    setSending(true);
    setFailure('');
    try {
      const { progress } = await store.api.call<{ progress: ChatState['progress'] }>('POST', path, body);
      if (path === 'contact-form') store.tell('lead');
      pass(progress);
    } catch (error) {
      setSending(false);
      setFailure((error instanceof RequestError && error.status < 500 && error.message) || t('gate.failed'));
      /* The form may have been changed, or filled in another tab. */
      if (error instanceof RequestError && [400, 403, 409].includes(error.status))
        void store.reconnect().then(store.release);
    }
  };
  const submit = () => {
    const read = readFormValues(form.fields, typed);
    setProblems(read.problems);
    const first = form.fields.find(({ key }) => read.problems[key]);
    if (first) box.current?.querySelector<HTMLElement>(`#cw-form-${first.key}`)?.focus();
    else void call('contact-form', { values: typed });
  };
  return (
    <form
      ref={box}
      class="cw-ask"
      noValidate
      aria-labelledby="cw-form-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) submit();
      }}
    >
      <h2 id="cw-form-title">{form.title || t(`form.title.${form.moment}`)}</h2>
      {form.text && <p class="cw-ask-text">{form.text}</p>}
      {form.fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={typed[field.key] ?? ''}
          problem={problems[field.key]}
          t={t}
          onChange={(value) => {
            const next = { ...typed, [field.key]: value };
            setTyped(next);
            /* A complaint goes as soon as it is answered; a new one waits for the button. */
            if (problems[field.key] && !readFormValues([field], next).problems[field.key])
              setProblems(Object.fromEntries(Object.entries(problems).filter(([key]) => key !== field.key)));
          }}
        />
      ))}
      {failure && (
        <p class="cw-failure" role="alert">
          {failure}
        </p>
      )}
      <div class="cw-ask-buttons">
        {form.skipAllowed && (
          <button
            type="button"
            class="cw-button cw-quiet-button"
            disabled={isSending}
            onClick={() => void call('contact-form/skip', {})}
          >
            {form.skipText || t('form.skip')}
          </button>
        )}
        <button type="submit" class="cw-button cw-solid-button" disabled={isSending}>
          {form.submitText || t('form.submit')}
        </button>
      </div>
    </form>
  );
}
