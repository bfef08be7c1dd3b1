import { factGap } from '#shared/text/fact-gap.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import type { ApiOperation } from './openapi.ts';

type Answer = {
  status: number;
  milliseconds: number;
  rate: string;
  text: string;
};

/** JSON with its lines; other texts as they are. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Sends the operation to this server with the reader's own key. */
export function TryIt({
  operation,
  body: example,
  secret,
}: {
  operation: ApiOperation;
  body: string | null;
  secret: string;
}) {
  const { t } = useTranslation('api-reference');
  const bodyId = useId();
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(example ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const isFile = operation.bodyType === 'multipart/form-data';

  const addressOf = (): string => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    );
    const query = new URLSearchParams(
      operation.parameters
        .filter(({ name, in: where }) => where === 'query' && values[name])
        .map(({ name }): [string, string] => [name, values[name] ?? '']),
    ).toString();
    return query ? `${path}?${query}` : path;
  };
  const payloadOf = (): BodyInit | null => {
    if (isFile) {
      const form = new FormData();
      if (file) form.append('file', file);
      return form;
    }
    return example === null ? null : body;
  };
  function check(): string | null {
    if (secret.trim() === '') return t('try.noKey');
    if (example === null) return null;
    try {
      JSON.parse(body);
      return null;
    } catch {
      return t('try.badBody');
    }
  }

  const send = async () => {
    const wrong = check();
    setProblem(wrong);
    if (wrong !== null) return;
    setSending(true);
    const began = performance.now();
    try {
      const response = await fetch(addressOf(), {
        method: operation.method,
        credentials: 'omit',
        headers: {
          authorization: `Bearer ${secret.trim()}`,
          ...(example === null ? {} : { 'content-type': 'application/json' }),
        },
        body: payloadOf(),
      });
      const text = await response.text();
      setAnswer({
        status: response.status,
        milliseconds: Math.round(performance.now() - began),
        rate: response.headers.get('ratelimit-remaining') ?? '',
        text: pretty(text),
      });
    } catch {
      setAnswer(null);
      setProblem(t('try.failed'));
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      className="grid min-w-0 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3 className="text-sm font-semibold text-muted">{t('try.title')}</h3>
      {operation.method !== 'GET' && <p className="text-sm text-warning-ink">{t('try.real')}</p>}
      {operation.parameters.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          {operation.parameters.map(({ name, required }) => (
            <Field key={name} label={required ? `${name} (${t('required')})` : name}>
              <Input
                value={values[name] ?? ''}
                maxLength={1_000}
                autoComplete="off"
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            </Field>
          ))}
        </div>
      )}
      {isFile && (
        <Field label={t('try.file')}>
          <input type="file" onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
        </Field>
      )}
      {example !== null && (
        <div className="grid gap-1.5">
          <label htmlFor={bodyId} className="text-base font-medium">
            {t('body')}
          </label>
          <textarea
            id={bodyId}
            value={body}
            rows={Math.min(14, body.split('\n').length + 1)}
            spellCheck={false}
            onChange={({ target }) => setBody(target.value)}
            className="w-full rounded-control border border-edge bg-surface p-3 font-mono text-sm leading-6"
          />
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={isSending}>
          {isSending ? t('try.sending') : t('try.send')}
        </Button>
        {example !== null && body !== example && (
          <Button onClick={() => setBody(example)}>{t('try.reset')}</Button>
        )}
      </div>
      {answer && (
        <div className="grid min-w-0 gap-1.5">
          <p role="status" className="tabular text-sm text-muted">
            {t('try.answered', { status: String(answer.status), ms: String(answer.milliseconds) })}
            {answer.rate !== '' && `${factGap}RateLimit-Remaining ${answer.rate}`}
          </p>
          <pre
            tabIndex={0}
            className="max-h-96 overflow-auto rounded-control border border-line bg-surface p-3 font-mono text-sm leading-6"
          >
            {answer.text}
          </pre>
        </div>
      )}
    </form>
  );
}
