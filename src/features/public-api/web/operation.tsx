import { ChevronRight } from 'lucide-react';
import { memo, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { Badge, type Tone } from '#ui/page/display.tsx';
import { schemaText, type ApiOperation, type JsonSchema, type OpenApi } from './openapi.ts';
import { bodySample, curlSample, pythonSample, typescriptSample } from './samples.ts';
import { TryIt } from './try-it.tsx';

const tones: Record<string, Tone> = {
  GET: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
};
export type SampleKind = 'curl' | 'typescript' | 'python';

type Props = {
  operation: ApiOperation;
  document: OpenApi;
  secret: string;
  kind: SampleKind;
  onKind: (kind: SampleKind) => void;
};

/** One operation: what it takes and gives, how it is called, and a place to call it. */
export const Operation = memo(function Operation(props: Props) {
  const { operation } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group min-w-0">
      <summary className="flex min-h-16 list-none items-start gap-3 px-4 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2">
        <ChevronRight
          size={16}
          aria-hidden
          className="mt-0.5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-90"
        />
        <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <Badge
            tone={tones[operation.method] ?? 'neutral'}
            className="w-16 justify-center self-center font-mono"
          >
            {operation.method}
          </Badge>
          <code className="font-mono text-sm font-medium break-all">{operation.path}</code>
          <span lang="en" className="w-full text-pretty text-muted">
            {operation.summary.replaceAll('`', '')}
          </span>
        </span>
      </summary>
      {isOpen && <Details {...props} />}
    </details>
  );
});

function Details({ operation, document, secret, kind, onKind }: Props) {
  const { t } = useTranslation('api-reference');
  const body = bodySample(operation, document);
  const { origin } = location;
  const samples = {
    curl: curlSample(operation, body, origin),
    typescript: typescriptSample(operation, body, origin),
    python: pythonSample(operation, body, origin),
  };
  return (
    <div className="grid min-w-0 gap-5 border-t border-line bg-sunken px-4 py-4 md:pl-11">
      <p className="text-sm text-muted">
        {operation.scopes.length > 0
          ? t('needs', { scopes: operation.scopes.join(', ') })
          : t(operation.access === 'key' ? 'agentKey' : 'anyKey')}
      </p>
      {operation.parameters.length > 0 && (
        <Part title={t('parameters')}>
          <ul className="grid gap-1 font-mono text-sm">
            {operation.parameters.map((parameter) => (
              <li key={parameter.name} className="break-words">
                <span className="font-semibold">{parameter.name}</span>
                {parameter.required ? '' : '?'}: {schemaText(parameter.schema ?? {}, document)}{' '}
                <span className="font-sans text-muted">
                  {t(parameter.in === 'path' ? 'inPath' : 'inQuery')}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {operation.body && <Schema title={t('body')} schema={operation.body} document={document} />}
      {operation.response && <Schema title={t('answer')} schema={operation.response} document={document} />}
      {operation.errors.length > 0 && (
        <Part title={t('errorsTitle')}>
          <ul className="grid gap-1 font-mono text-sm">
            {operation.errors.map(({ status, description }) => (
              <li key={status} className="flex gap-3">
                <span className="tabular font-semibold">{status}</span>
                <span className="min-w-0 break-words text-muted">{description.replaceAll('`', '')}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('examples')}>
        <Tabs
          value={kind}
          onChange={onKind}
          label={t('examples')}
          tabs={(['curl', 'typescript', 'python'] as const).map((value) => ({
            value,
            label: { curl: 'cURL', typescript: 'TypeScript', python: 'Python' }[value],
            content: <Sample text={samples[value]} />,
          }))}
        />
      </Part>
      <TryIt operation={operation} body={body} secret={secret} />
    </div>
  );
}

function Sample({ text }: { text: string }) {
  return (
    <div className="relative min-w-0 pt-3">
      <pre
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-control border border-line bg-surface p-3 pr-12 font-mono text-sm leading-6"
      >
        {text}
      </pre>
      <div className="absolute top-4 right-1 rounded-control bg-surface">
        <CopyButton text={text} />
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-1">
      <h3 id={id} className="text-sm font-semibold text-muted">
        {title}
      </h3>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

function Schema({ title, schema, document }: { title: string; schema: JsonSchema; document: OpenApi }) {
  return (
    <Part title={title}>
      <pre
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-control border border-line bg-surface p-3 font-mono text-sm leading-6"
      >
        {schemaText(schema, document)}
      </pre>
    </Part>
  );
}
