import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { upload } from '#ui/api/upload.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { PageTemplates } from './page-templates.tsx';

const card = 'rounded-card border border-line bg-surface p-5';

/** Where a page begins: out of an agent, with a template, out of a page that is somewhere else, or empty. */
export function NewLandingPagePage() {
  const { t } = useTranslation('landing-pages');
  const canEdit = useUser().can['pages.edit'] !== false;
  const open = useOpen();
  return (
    <Page>
      <PageHeader
        title={t('new.title')}
        description={t('new.intro')}
        back={{ to: paths.landingPages, label: t('shell:screens.landingPages') }}
      />
      {canEdit ? (
        <>
          <FromAgent />
          <PageTemplates onMade={open} />
          <h2 className="mb-4 text-md font-semibold">{t('new.otherwise')}</h2>
          <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
            <FromWeb />
            <FromFile />
            <Blank />
          </div>
        </>
      ) : (
        <p className="text-muted">{t('new.noRight')}</p>
      )}
    </Page>
  );
}

const refreshes = ['/api/landing-pages'];

/** Where a page that was just made is worked on. */
function useOpen(): (page: { id: string }) => void {
  const navigate = useNavigate();
  return ({ id }) => void navigate({ href: paths.landingPage(id) });
}

function FromAgent() {
  const { t } = useTranslation('landing-pages');
  const agents = useEndpoint('GET /api/agents', { query: {} });
  if (agents.isError) return <ReadFailed error={agents.error} retry={agents.refetch} />;
  return (
    <section
      className={`${card} mb-8 grid items-end gap-x-8 gap-y-4 lg:grid-cols-2`}
      aria-labelledby="from-agent"
    >
      <div className="self-center">
        <h2 id="from-agent" className="text-md font-semibold">
          {t('new.agentTitle')}
        </h2>
        <p className="mt-1 text-muted">{t('new.agentText')}</p>
      </div>
      {agents.data ? <AgentChoice agents={agents.data.agents} /> : <Skeleton className="h-16" />}
    </section>
  );
}

function AgentChoice({ agents }: { agents: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('landing-pages');
  const open = useOpen();
  const form = useServerForm({
    values: { agentId: agents[0]?.id ?? '' },
    send: ({ agentId }) => api('POST /api/landing-pages/from-agent', { body: { agentId } }),
    refreshes,
    onDone: open,
  });
  if (agents.length === 0)
    return (
      <div>
        <Link to={paths.newAgent} className={buttonClass({ variant: 'outline' })}>
          {t('new.noAgents')}
        </Link>
      </div>
    );
  return (
    <Form of={form} className="items-end gap-4 sm:grid-cols-[1fr_auto]">
      <Field label={t('new.agent')} error={form.errorOf('agentId')}>
        <Select
          value={form.values.agentId}
          onChange={(agentId) => form.set({ agentId })}
          options={agents.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Button type="submit" variant="primary" pending={form.isBusy} className="justify-self-start">
        {t('new.write')}
      </Button>
    </Form>
  );
}

function Blank() {
  const { t, i18n } = useTranslation('landing-pages');
  const open = useOpen();
  const form = useServerForm({
    values: { title: '' },
    check: ({ title }) => ({ title: title.trim() === '' ? t('validation.title') : undefined }),
    send: ({ title }) =>
      api('POST /api/landing-pages', { body: { title, language: toLanguage(i18n.language) ?? 'en' } }),
    refreshes,
    onDone: open,
  });
  return (
    <section className={card} aria-labelledby="blank-page">
      <h3 id="blank-page" className="font-semibold">
        {t('new.blankTitle')}
      </h3>
      <p className="mt-1 mb-4 text-muted">{t('new.blankText')}</p>
      <Form of={form} className="gap-4">
        <Field label={t('settings.title')} error={form.errorOf('title')} required>
          <Input maxLength={80} autoComplete="off" {...form.register('title')} />
        </Field>
        <Button type="submit" variant="outline" pending={form.isBusy} className="justify-self-start">
          {t('new.make')}
        </Button>
      </Form>
    </section>
  );
}

function FromFile() {
  const { t } = useTranslation('landing-pages');
  const client = useQueryClient();
  const open = useOpen();
  const [state, setState] = useState<'waiting' | 'sending' | { problem: string }>('waiting');
  const send = async (file: File): Promise<void> => {
    setState('sending');
    const form = new FormData();
    form.append('file', file);
    try {
      const made = (await upload('/api/landing-pages/import-file', form)) as LandingPage;
      await refresh(client, ...refreshes);
      open(made);
    } catch (error) {
      setState({ problem: error instanceof Error ? error.message : '' });
    }
  };
  return (
    <section className={card} aria-labelledby="from-file">
      <h3 id="from-file" className="font-semibold">
        {t('new.fileTitle')}
      </h3>
      <p className="mt-1 mb-4 text-muted">{t('new.fileText')}</p>
      <FileButton
        accept=".json,application/json"
        pending={state === 'sending'}
        onFile={(file) => void send(file)}
      >
        {t('new.chooseFile')}
      </FileButton>
      {typeof state === 'object' && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {state.problem}
        </p>
      )}
    </section>
  );
}

function FromWeb() {
  const { t, i18n } = useTranslation('landing-pages');
  const open = useOpen();
  const form = useServerForm({
    values: { url: '', hasRight: false },
    check: ({ url, hasRight }) => ({
      url: URL.canParse(url.trim()) ? undefined : t('validation.url'),
      hasRight: hasRight ? undefined : t('validation.right'),
    }),
    send: ({ url }) =>
      api('POST /api/landing-pages/import', {
        body: { url: url.trim(), hasRight: true, language: toLanguage(i18n.language) ?? 'en' },
      }),
    refreshes,
    onDone: open,
  });
  return (
    <section className={card} aria-labelledby="from-web">
      <h3 id="from-web" className="font-semibold">
        {t('new.webTitle')}
      </h3>
      <p className="mt-1 mb-4 text-muted">{t('new.webText')}</p>
      <Form of={form} className="gap-4">
        <Field label={t('new.url')} error={form.errorOf('url')} required>
          <Input
            type="url"
            maxLength={2048}
            placeholder="https://"
            autoComplete="off"
            {...form.register('url')}
          />
        </Field>
        <div>
          <Checkbox
            checked={form.values.hasRight}
            onChange={(hasRight) => form.set({ hasRight })}
            label={t('new.right')}
          />
          {form.errorOf('hasRight') && (
            <p role="alert" className="mt-1 text-sm text-danger-ink">
              {form.errorOf('hasRight')}
            </p>
          )}
        </div>
        <Button type="submit" variant="outline" pending={form.isBusy} className="justify-self-start">
          {t('new.import')}
        </Button>
      </Form>
    </section>
  );
}
