import { useNavigate } from '@tanstack/react-router';
import { ClipboardPaste, History } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { LeaveUnsaved } from '#ui/form/leave-unsaved.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Page, PageHeader } from '#ui/page/page.tsx';
import {
  functionKinds,
  type FunctionDefinition,
  type HttpCall,
  type Parameters,
} from '../custom-functions-definition.contract.ts';
import type { AgentFunction } from '../custom-functions.contract.ts';
import { AuthFields } from './auth-fields.tsx';
import { CurlDialog } from './curl-dialog.tsx';
import { ClientFields } from './client-fields.tsx';
import { CodeFields } from './code-fields.tsx';
import { definitionProblems, emptyDefinition, nameFor } from './function-draft.ts';
import { ParametersEditor } from './parameters.tsx';
import { RequestFields } from './request-fields.tsx';
import { ResponseFields } from './response-fields.tsx';
import { RulesFields } from './rules-fields.tsx';
import { TryOut } from './try-out.tsx';
import { Versions } from './versions.tsx';

const formId = 'function';

/** Writes a function and tries it beside the form. `saved` is null for a new one. */
export function FunctionEditor({ saved }: { saved: AgentFunction | null }) {
  const { t } = useTranslation('functions');
  const navigate = useNavigate();
  const [stored, setStored] = useState(saved);
  const [hasOwnName, setOwnName] = useState(saved !== null);
  const [showsVersions, setVersions] = useState(false);
  const [showsCurl, setCurl] = useState(false);
  /** Counts up when another definition replaces what stands in the form. */
  const [edition, setEdition] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const form = useServerForm<{ definition: FunctionDefinition; secret: string }, AgentFunction>({
    values: { definition: saved?.definition ?? emptyDefinition(), secret: '' },
    check: ({ definition }) =>
      Object.fromEntries(Object.entries(definitionProblems(definition)).map(([path, key]) => [path, t(key)])),
    send: ({ definition, secret }) => {
      const body = { definition, ...(secret !== '' && { secret }) };
      return stored
        ? api('PUT /api/functions/{id}', {
            params: { id: stored.id },
            body: { ...body, version: stored.version },
          })
        : api('POST /api/functions', { body });
    },
    refreshes: ['/api/functions'],
    onDone: (answer) => {
      setDirty(false);
      setStored(answer);
      form.set({ secret: '' });
      toast({ title: t('editor.saved', { number: answer.version }) });
      if (!stored)
        void navigate({ href: paths.agentFunction(answer.id), replace: true, ignoreBlocker: true });
    },
  });
  const { definition, secret } = form.values;
  const replace = (next: FunctionDefinition) => {
    setDirty(true);
    form.set({ definition: next });
  };
  const put = (change: Partial<Omit<FunctionDefinition, 'kind'>>) =>
    replace({ ...definition, ...change } as FunctionDefinition);
  const putHttp = (change: Partial<HttpCall>) =>
    definition.kind === 'http' && replace({ ...definition, http: { ...definition.http, ...change } });
  const putSecret = (next: string) => {
    setDirty(true);
    form.set({ secret: next });
  };
  const title = definition.label || t('new');
  return (
    <Page wide>
      <PageHeader
        title={title}
        back={{ to: paths.functions, label: t('shell:screens.functions') }}
        actions={
          <>
            {stored && (
              <Button variant="ghost" icon={<History size={16} />} onClick={() => setVersions(true)}>
                {t('versions.one', { number: stored.version })}
              </Button>
            )}
            <Button
              type="submit"
              form={formId}
              variant="primary"
              pending={form.isBusy}
              disabled={stored !== null && !isDirty}
            >
              {t('editor.save')}
            </Button>
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
        <Form of={form} id={formId} className="max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
          <Group title={t('editor.what')}>
            {!stored && (
              <Field label={t('what.kind')} help={t(`what.kindHelp.${definition.kind}`)}>
                <Select
                  value={definition.kind}
                  onChange={(kind) => replace(emptyDefinition(kind, definition))}
                  options={functionKinds.map((value) => ({ value, label: t(`what.kinds.${value}`) }))}
                />
              </Field>
            )}
            <Field label={t('what.label')} error={form.errorOf('definition.label')} required>
              <Input
                value={definition.label}
                maxLength={80}
                placeholder={t('what.labelPlace')}
                onChange={({ target }) =>
                  put({ label: target.value, ...(!hasOwnName && { name: nameFor(target.value) }) })
                }
              />
            </Field>
            <Field
              label={t('what.name')}
              help={t('what.nameHelp')}
              error={form.errorOf('definition.name')}
              required
            >
              <Input
                value={definition.name}
                maxLength={64}
                autoComplete="off"
                spellCheck={false}
                placeholder="check_order"
                className="font-mono"
                onChange={({ target }) => {
                  setOwnName(true);
                  put({ name: target.value });
                }}
              />
            </Field>
            <Field
              label={t('what.description')}
              help={t('what.descriptionHelp')}
              error={form.errorOf('definition.description')}
              required
            >
              <Textarea
                rows={3}
                value={definition.description}
                maxLength={1_000}
                placeholder={t('what.descriptionPlace')}
                onChange={({ target }) => put({ description: target.value })}
              />
            </Field>
          </Group>
          <Group title={t('editor.parameters')} help={t('parameters.help')}>
            <ParametersEditor
              key={edition}
              parameters={definition.parameters as Parameters}
              error={form.errorOf('definition.parameters')}
              onChange={(parameters) => put({ parameters })}
            />
          </Group>
          {definition.kind === 'http' ? (
            <>
              <Group title={t('editor.request')}>
                <div>
                  <Button size="sm" icon={<ClipboardPaste size={16} />} onClick={() => setCurl(true)}>
                    {t('curl.open')}
                  </Button>
                </div>
                <RequestFields http={definition.http} errorOf={form.errorOf} onChange={putHttp} />
              </Group>
              <Group title={t('editor.auth')}>
                <AuthFields
                  auth={definition.http.auth}
                  secret={secret}
                  lastFour={stored?.secretLastFour ?? null}
                  errorOf={form.errorOf}
                  onAuth={(auth) => putHttp({ auth })}
                  onSecret={putSecret}
                />
              </Group>
            </>
          ) : definition.kind === 'client' ? (
            <Group title={t('editor.client')} help={t('client.help')}>
              <ClientFields
                key={edition}
                definition={definition}
                errorOf={form.errorOf}
                onChange={(change) => replace({ ...definition, client: { ...definition.client, ...change } })}
              />
            </Group>
          ) : (
            <Group title={t('editor.code')}>
              <CodeFields
                code={definition.code}
                secret={secret}
                lastFour={stored?.secretLastFour ?? null}
                errorOf={form.errorOf}
                onChange={(change) => replace({ ...definition, code: { ...definition.code, ...change } })}
                onSecret={putSecret}
              />
            </Group>
          )}
          <Group title={t('editor.response')}>
            <ResponseFields
              definition={definition}
              errorOf={form.errorOf}
              onPath={(responsePath) => putHttp({ responsePath })}
              onMock={(mock) => put({ mock })}
            />
          </Group>
          <Group title={t('editor.rules')}>
            <RulesFields definition={definition} errorOf={form.errorOf} onChange={put} />
          </Group>
        </Form>
        <div className="grid content-start gap-8 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto">
          <Group title={t('editor.try')} help={t('try.help')}>
            <TryOut
              definition={definition}
              secret={secret}
              id={stored?.id ?? null}
              onMock={(mock) => {
                put({ mock });
                toast({ title: t('try.mockSaved') });
              }}
            />
          </Group>
          {stored && <UsedBy usedBy={stored.usedBy} />}
        </div>
      </div>
      {showsCurl && (
        <CurlDialog
          onClose={() => setCurl(false)}
          onImport={(found) => {
            setCurl(false);
            putHttp(found.http);
            if (found.secret !== '') putSecret(found.secret);
            toast({ title: t('curl.taken', { place: '{{order_id}}' }) });
          }}
        />
      )}
      {showsVersions && stored && (
        <Versions
          id={stored.id}
          current={stored.version}
          onClose={() => setVersions(false)}
          onUse={(old, number) => {
            setVersions(false);
            setEdition((before) => before + 1);
            replace(old);
            toast({ title: t('versions.used', { number }) });
          }}
        />
      )}
      <LeaveUnsaved keepsInSearch isUnsaved={() => isDirty} />
    </Page>
  );
}

function Group({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-5 first:border-0 first:pt-0">
      <div>
        <h2 className="text-md font-semibold">{title}</h2>
        {help && <p className="mt-0.5 text-muted">{help}</p>}
      </div>
      {children}
    </section>
  );
}

function UsedBy({ usedBy }: Pick<AgentFunction, 'usedBy'>) {
  const { t } = useTranslation('functions');
  return (
    <Group title={t('usedBy.title')}>
      {usedBy.length === 0 ? (
        <p className="text-muted">{t('usedBy.none')}</p>
      ) : (
        <ul className="grid gap-1">
          {usedBy.map(({ id, name, isLive }) => (
            <li key={id}>
              <Link
                to={paths.editAgent(id)}
                search={{ section: 'functions' }}
                className="inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline md:min-h-8"
              >
                {name}
                <span className="text-sm text-muted">{t(isLive ? 'usedBy.live' : 'usedBy.draft')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Group>
  );
}
