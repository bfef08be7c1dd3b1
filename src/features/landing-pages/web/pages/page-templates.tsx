import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, toLanguage, type Language } from '#shared/languages.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import type { PageTemplateName } from '../../landing-pages-templates.contract.ts';

type Template = {
  template: PageTemplateName;
  name: string;
  summary: string;
  hasForm: boolean;
};

const pictureOf = (template: PageTemplateName, language: Language): string =>
  `/api/landing-page-templates/${template}/preview?language=${language}`;

/** Eight whole pages to begin with, each drawn as it will be; one that is chosen is looked at in full. */
export function PageTemplates({ onMade }: { onMade: (page: { id: string }) => void }) {
  const { t, i18n } = useTranslation('landing-pages');
  const [language, setLanguage] = useState<Language>(toLanguage(i18n.language) ?? 'en');
  const [opened, setOpened] = useUrlParam<string>('template', '', { push: true });
  const list = listOf(
    useEndpoint('GET /api/landing-page-templates', { query: { language } }),
    ({ templates }) => templates,
  );
  const chosen = list.rows?.find(({ template }) => template === opened);
  return (
    <section aria-labelledby="page-templates" className="mb-8">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="page-templates" className="text-md font-semibold">
            {t('templates.title')}
          </h2>
          <p className="mt-1 text-muted">{t('templates.text')}</p>
        </div>
        <Field label={t('settings.language')}>
          <Select
            value={language}
            onChange={(next) => setLanguage(toLanguage(next) ?? 'en')}
            options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
          />
        </Field>
      </div>
      <List
        of={list}
        failed={t('templates.unreadable')}
        waiting={
          <div aria-hidden="true" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {[0, 1, 2, 3].map((index) => (
              <Skeleton key={index} className="h-72 rounded-card" />
            ))}
          </div>
        }
        empty={null}
      >
        {(templates) => (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {templates.map((each) => (
              <li key={each.template} className="min-w-0">
                <Card of={each} language={language} onOpen={() => setOpened(each.template)} />
              </li>
            ))}
          </ul>
        )}
      </List>
      {chosen && <Preview of={chosen} language={language} onClose={() => setOpened('')} onMade={onMade} />}
    </section>
  );
}

/** A template, small: the page itself at a quarter of its size. */
function Card({ of, language, onOpen }: { of: Template; language: Language; onOpen: () => void }) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors duration-150 hover:border-edge">
      <div
        className="relative aspect-[4/3] overflow-hidden border-b border-line bg-sunken"
        aria-hidden="true"
        inert
      >
        <iframe
          key={language}
          src={pictureOf(of.template, language)}
          title={of.name}
          tabIndex={-1}
          loading="lazy"
          className="pointer-events-none absolute top-0 left-0 h-[400%] w-[400%] origin-top-left scale-25 border-0"
        />
      </div>
      <div className="flex grow flex-col gap-1 p-4">
        <h3 className="font-semibold">
          <button
            type="button"
            onClick={onOpen}
            className="text-left after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-strong"
          >
            {of.name}
          </button>
        </h3>
        <p className="text-sm text-muted">{of.summary}</p>
      </div>
    </article>
  );
}

type PreviewProps = {
  of: Template;
  language: Language;
  onClose: () => void;
  onMade: (page: { id: string }) => void;
};

/** A template in full, and the agent that its page will show. */
function Preview({ of, language, onClose, onMade }: PreviewProps) {
  const { t } = useTranslation('landing-pages');
  const agents = useEndpoint('GET /api/agents', { query: {} });
  const list = agents.data?.agents ?? [];
  const form = useServerForm({
    values: { agentId: '' },
    send: ({ agentId }) =>
      api('POST /api/landing-pages/from-template', {
        body: { template: of.template, language, agentId: agentId || (list[0]?.id ?? null) },
      }),
    refreshes: ['/api/landing-pages', '/api/forms'],
    onDone: onMade,
  });
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={of.name}
      description={of.summary}
      className="h-[92dvh] md:h-auto md:w-[min(80rem,94vw)]"
    >
      <div className="flex h-full min-h-0 flex-col gap-4">
        <Form of={form}>
          <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
            {list.length > 0 && (
              <Field label={t('new.agent')} error={form.errorOf('agentId')}>
                <Select
                  value={form.values.agentId || (list[0]?.id ?? '')}
                  onChange={(agentId) => form.set({ agentId })}
                  options={list.map(({ id, name }) => ({ value: id, label: name }))}
                />
              </Field>
            )}
            <Button
              type="submit"
              variant="primary"
              pending={form.isBusy}
              disabled={!agents.data && !agents.isError}
            >
              {t('new.make')}
            </Button>
            <p className="max-w-prose grow basis-60 text-sm text-muted">
              {agents.data && list.length === 0 ? t('templates.noAgent') : t('templates.stands')}
              {of.hasForm && ` ${t('templates.form')}`}
            </p>
          </div>
        </Form>
        <iframe
          src={pictureOf(of.template, language)}
          title={t('templates.preview', { name: of.name })}
          className="min-h-[60vh] w-full grow rounded-card border border-line"
        />
      </div>
    </Sheet>
  );
}
