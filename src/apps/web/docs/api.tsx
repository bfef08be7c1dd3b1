import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { ApiError } from '#ui/api/client.ts';
import { Badge, Skeleton, type Tone } from '#ui/page/display.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import {
  readOperations,
  schemaText,
  type ApiOperation,
  type JsonSchema,
  type OpenApi,
} from '#features/public-api/web/openapi.ts';
import { Chapter, Text } from './parts.tsx';
import { WordsWithCode } from './words-with-code.tsx';

const tones: Record<string, Tone> = {
  GET: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
};
/** Words of access that have a text of their own; anything else is a permission. */
const accessWords = ['public', 'visitor', 'user', 'superadmin'];

/** Every endpoint of this instance, out of the same document that tools read. */
export function DocsApi() {
  const { t } = useTranslation('docs');
  const { data, error, refetch } = useQuery<OpenApi, ApiError>({ queryKey: ['/api/openapi.json'] });
  const [search, setSearch] = useState('');
  const operations = useMemo(() => (data ? readOperations(data) : []), [data]);
  const wanted = search.trim().toLowerCase();
  const found = operations.filter(({ key, summary, access }) =>
    `${key} ${summary} ${access}`.toLowerCase().includes(wanted),
  );
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Chapter title={t('api.title')}>
        <Text>{t('api.text')}</Text>
        <a
          href={paths.apiReference}
          target="_blank"
          rel="noopener"
          className="w-fit text-accent-ink underline underline-offset-4"
        >
          {t('api.programs')}
        </a>
        <a
          href="/api/openapi.json"
          target="_blank"
          rel="noopener"
          className="w-fit text-accent-ink underline underline-offset-4"
        >
          {t('api.document')}
        </a>
      </Chapter>
      {error && <ReadFailed title={t('api.unreadable')} error={error} retry={refetch} />}
      {!data && !error && <Skeleton className="h-80 w-full" />}
      {data && (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <div className="w-full md:w-80">
              <SearchField label={t('api.search')} value={search} maxLength={100} onChange={setSearch} />
            </div>
            <p role="status" className="tabular text-sm text-muted">
              {t('api.count', { count: found.length })}
            </p>
          </div>
          {groups.map((group) => (
            <section key={group} aria-label={group} className="grid min-w-0 gap-2">
              <h3 className="font-mono text-base font-semibold">{group}</h3>
              <ul className="min-w-0 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
                {found
                  .filter((operation) => operation.group === group)
                  .map((operation) => (
                    <Endpoint key={operation.key} operation={operation} document={data} />
                  ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </div>
  );
}

function Endpoint({ operation, document }: { operation: ApiOperation; document: OpenApi }) {
  const { t } = useTranslation('docs');
  const [open, setOpen] = useState(false);
  const { method, path, summary, access, parameters, body, bodyType, response, responseType, errors } =
    operation;
  return (
    <li className="min-w-0">
      <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group min-w-0">
        <summary className="flex min-h-11 list-none items-start gap-3 px-4 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2">
          <ChevronRight
            size={16}
            className="mt-0.5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-90"
          />
          <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <Badge tone={tones[method] ?? 'neutral'} className="w-16 justify-center self-center font-mono">
              {method}
            </Badge>
            <code className="font-mono text-sm font-medium break-all">{path}</code>
            <span className="w-full text-pretty text-muted">
              <WordsWithCode text={summary} />
            </span>
          </span>
          {access && (
            <span className="hidden shrink-0 text-sm text-muted md:inline">
              {accessWords.includes(access) ? t(`api.access.${access}`) : access}
            </span>
          )}
        </summary>
        {open && (
          <div className="grid min-w-0 gap-4 border-t border-line bg-sunken px-4 py-4 md:pl-11">
            <Part title={t('api.accessTitle')}>
              {accessWords.includes(access)
                ? t(`api.accessText.${access}`)
                : t('api.accessText.permission', { permission: access || '–' })}
            </Part>
            {parameters.length > 0 && (
              <Part title={t('api.parameters')}>
                <ul className="grid gap-1 font-mono text-sm">
                  {parameters.map((parameter) => (
                    <li key={`${parameter.in} ${parameter.name}`} className="break-words">
                      <span className="font-semibold">{parameter.name}</span>
                      {parameter.required ? '' : '?'}: {schemaText(parameter.schema ?? {}, document)}{' '}
                      <span className="font-sans text-muted">
                        {t(`api.in.${parameter.in === 'path' ? 'path' : 'query'}`)}
                      </span>
                    </li>
                  ))}
                </ul>
              </Part>
            )}
            {body && <Schema title={t('api.body')} type={bodyType} schema={body} document={document} />}
            {response && (
              <Schema title={t('api.response')} type={responseType} schema={response} document={document} />
            )}
            {errors.length > 0 && (
              <Part title={t('api.errors')}>
                <ul className="grid gap-1">
                  {errors.map(({ status, description }) => (
                    <li key={status} className="flex gap-3">
                      <span className="tabular font-mono text-sm font-semibold">{status}</span>
                      <span className="min-w-0 font-mono text-sm break-words text-muted">{description}</span>
                    </li>
                  ))}
                </ul>
              </Part>
            )}
          </div>
        )}
      </details>
    </li>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1">
      <h4 className="text-sm font-semibold text-muted">{title}</h4>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

function Schema({
  title,
  type,
  schema,
  document,
}: {
  title: string;
  type: string | null;
  schema: JsonSchema;
  document: OpenApi;
}) {
  return (
    <Part title={type && type !== 'application/json' ? `${title} (${type})` : title}>
      <pre
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-control border border-line bg-surface p-3 font-mono text-sm leading-6"
      >
        {schemaText(schema, document)}
      </pre>
    </Part>
  );
}
