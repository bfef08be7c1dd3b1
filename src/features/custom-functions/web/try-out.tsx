import { Play, Save } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ApiError } from '#ui/api/client.ts';
import { readableMilliseconds } from '#ui/browser/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Badge, Callout } from '#ui/page/display.tsx';
import type {
  FunctionDefinition,
  MockResponse,
  Parameter,
  Parameters,
} from '../custom-functions-definition.contract.ts';
import type { FunctionRun } from '../custom-functions.contract.ts';
import { argumentsOf } from './function-draft.ts';

type Props = {
  definition: FunctionDefinition;
  secret: string;
  /** The function whose secret is used where none is typed. */
  id: string | null;
  onMock: (mock: MockResponse) => void;
};

/** Runs what is in the form now, saved or not, and shows what was sent, what came and what a model reads. */
export function TryOut({ definition, secret, id, onMock }: Props) {
  const { t } = useTranslation('functions');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [isMocked, setMocked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [run, setRun] = useState<FunctionRun | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const parameters = definition.parameters as Parameters;
  // No page of a visitor's is here, so that only what was saved can answer.
  const isInPage = definition.kind === 'client';
  const start = async () => {
    const given = argumentsOf(parameters, typed);
    setRun(null);
    if (!given) return setProblem(t('try.noJson'));
    setProblem(null);
    setBusy(true);
    try {
      setRun(
        await api('POST /api/functions/runs', {
          body: {
            definition,
            id,
            arguments: given,
            isMocked: isMocked || isInPage,
            ...(secret !== '' && { secret }),
          },
        }),
      );
    } catch (error) {
      const fields = error instanceof ApiError ? Object.values(error.fields ?? {}) : [];
      setProblem(fields[0] ?? (error instanceof Error ? error.message : t('common:failed.title')));
    }
    setBusy(false);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {Object.entries(parameters.properties).map(([name, parameter]) => (
        <Field
          key={name}
          label={<span className="font-mono">{name}</span>}
          help={parameter.description}
          required={parameters.required?.includes(name) === true}
        >
          <Value
            parameter={parameter}
            text={typed[name] ?? ''}
            onText={(text) => setTyped((before) => ({ ...before, [name]: text }))}
          />
        </Field>
      ))}
      {isInPage && (
        <Callout tone="neutral">{t(definition.mock ? 'client.tryMocked' : 'client.tryWithout')}</Callout>
      )}
      {definition.mock && !isInPage && (
        <Switch label={t('try.mocked')} help={t('try.mockedHelp')} checked={isMocked} onChange={setMocked} />
      )}
      {(!isInPage || definition.mock) && (
        <div>
          <Button icon={<Play size={16} />} pending={isBusy} onClick={() => void start()}>
            {t('try.run')}
          </Button>
        </div>
      )}
      {problem && (
        <Callout tone="danger" live>
          {problem}
        </Callout>
      )}
      {run && <RunShown run={run} onMock={onMock} />}
    </div>
  );
}

function Value({
  parameter,
  text,
  onText,
}: {
  parameter: Parameter;
  text: string;
  onText: (text: string) => void;
}) {
  const choices = parameter.enum?.map(String) ?? (parameter.type === 'boolean' ? ['true', 'false'] : null);
  if (choices)
    return (
      <Select
        value={text || undefined}
        placeholder="–"
        onChange={onText}
        options={choices.filter((value) => value !== '').map((value) => ({ value, label: value }))}
      />
    );
  if (parameter.type === 'array' || parameter.type === 'object')
    return (
      <Textarea
        rows={2}
        spellCheck={false}
        value={text}
        placeholder={parameter.type === 'array' ? '["…"]' : '{"…": "…"}'}
        className="font-mono text-sm"
        onChange={({ target }) => onText(target.value)}
      />
    );
  return (
    <Input
      value={text}
      autoComplete="off"
      inputMode={parameter.type === 'string' ? undefined : 'decimal'}
      onChange={({ target }) => onText(target.value)}
    />
  );
}

function RunShown({ run, onMock }: { run: FunctionRun; onMock: (mock: MockResponse) => void }) {
  const { t, i18n } = useTranslation(['functions', 'contacts']);
  const { request, response } = run;
  return (
    <section
      aria-label={t('try.result')}
      aria-live="polite"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-4"
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={run.errorCode ? 'danger' : 'success'} dot>
          {run.errorCode ? t(`contacts:why.toolError.${run.errorCode}`) : t('try.worked')}
        </Badge>
        {run.errorDetail && <span className="font-mono text-sm">{run.errorDetail}</span>}
        {run.isMocked && <Badge>{t('try.wasMocked')}</Badge>}
        <span className="tabular ml-auto text-sm text-muted">
          {readableMilliseconds(run.milliseconds, i18n.language)}
        </span>
      </p>
      <Text label={t('try.reads')} text={run.content} />
      {response && (
        <>
          <Text
            label={t('try.response', { status: response.status, type: response.type })}
            text={response.body + (response.isCut ? '…' : '')}
          />
          {!run.isMocked && (
            <div>
              <Button
                size="sm"
                icon={<Save size={16} />}
                onClick={() => onMock({ status: response.status, body: response.body })}
              >
                {t('try.saveMock')}
              </Button>
            </div>
          )}
        </>
      )}
      {run.logs.length > 0 && <Text label={t('try.logs')} text={run.logs.join('\n')} />}
      {request && (
        <Text
          label={t('try.request')}
          text={[
            `${request.method} ${request.url}`,
            ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
            ...(request.body === null ? [] : ['', request.body]),
          ].join('\n')}
        />
      )}
    </section>
  );
}

/** What went over the line, as it was. */
function Text({ label, text }: { label: string; text: string }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <figcaption className="text-sm font-medium">{label}</figcaption>
      <pre
        tabIndex={0}
        aria-label={label}
        className="max-h-64 overflow-auto rounded-control bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap dark:bg-line"
      >
        {text}
      </pre>
    </figure>
  );
}
