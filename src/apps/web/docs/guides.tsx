import { ArrowUpRight, MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArticleNode } from '#shared/article.ts';
import { paths } from '#shared/paths.ts';
import { docsExamples, docsGroups, docsLimits, docsOfParts } from '#features/docs/docs.contract.ts';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { DocsArticle } from './article.tsx';

/** The guides, with the account's own agent in their examples. The same pages are at `/docs` for everybody. */
export function DocsGuides() {
  const { t } = useTranslation('docs-pages');
  const [find, setFind] = useUrlParam<string>('find', '');
  const [slug, setSlug] = useUrlParam<string>('page', 'first-agent', { push: true });
  const { isOff } = usePartsOff();
  const list = useEndpoint('GET /api/docs', { query: find.trim() ? { search: find.trim() } : {} });
  const { data } = list;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <SearchField label={t('search')} value={find} maxLength={docsLimits.search} onChange={setFind} />
        {data && (
          <a
            href={paths.agentPage(data.guide)}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'outline' })}
          >
            <MessageCircleQuestion size={16} aria-hidden="true" />
            {t('ask')}
          </a>
        )}
        {list.error && <ReadFailed title={t('guides.unreadable')} error={list.error} retry={list.refetch} />}
        {!data && !list.error && <Skeleton className="h-80 w-full" />}
        {data?.pages.length === 0 && <p className="text-muted">{t('nothing')}</p>}
        {data && (
          <nav aria-label={t('title')} className="grid gap-4 max-lg:max-h-72 max-lg:overflow-y-auto">
            {docsGroups.map(({ name }) => {
              const pages = data.pages.filter(
                (page) => page.group === name && !isOff(docsOfParts[page.slug]),
              );
              return (
                pages.length > 0 && (
                  <section key={name} className="grid gap-1">
                    <h2 className="text-sm font-semibold text-muted">{t(`groups.${name}`)}</h2>
                    <ul lang="en" className="grid">
                      {pages.map((page) => (
                        <li key={page.slug}>
                          <button
                            type="button"
                            aria-current={page.slug === slug ? 'page' : undefined}
                            onClick={() => setSlug(page.slug)}
                            className="w-full rounded-control px-2 py-1.5 text-left hover:bg-sunken aria-[current]:bg-accent-tint aria-[current]:font-medium max-md:min-h-11"
                          >
                            {page.title}
                          </button>
                        </li>
                      ))}
                    </ul>
                  </section>
                )
              );
            })}
          </nav>
        )}
      </div>
      <Guide key={slug} slug={slug} />
    </div>
  );
}

function Guide({ slug }: { slug: string }) {
  const { t, i18n } = useTranslation('docs-pages');
  const { data, error, refetch } = useEndpoint('GET /api/docs/{slug}', { params: { slug } });
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  const [chosen, choose] = useUrlParam<string>('agent', '');
  const [key, setKey] = useState('');
  if (error)
    return <ReadFailed title={t('guides.unreadable')} error={error} retry={refetch} className="self-start" />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const nodes = data.nodes as ArticleNode[];
  const agent = agents.find(({ number }) => String(number) === chosen) ?? agents[0];
  const number = agent ? String(agent.number) : docsExamples.number;
  const ownKey = /^[\w-]{8,200}$/.test(key.trim()) ? key.trim() : docsExamples.key;
  const fill = (code: string): string =>
    code
      .replaceAll(docsExamples.server, location.origin)
      .replaceAll('https://your-server', location.origin)
      .replaceAll(docsExamples.number, number)
      .replaceAll(docsExamples.key, ownKey);
  const holds = (words: string): boolean => JSON.stringify(nodes).includes(words);
  return (
    <article className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
      <header className="grid gap-2">
        <h2 lang="en" className="text-lg font-semibold">
          {data.page.title}
        </h2>
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          {t('minutes', { count: data.page.minutes })}
          <a
            href={`/docs/${slug}`}
            target="_blank"
            rel="noopener"
            className="inline-flex items-center gap-1 text-accent-ink underline underline-offset-4"
          >
            {t('guides.open')}
            <ArrowUpRight size={14} aria-hidden="true" />
          </a>
        </p>
        {i18n.language !== 'en' && <p className="text-sm text-muted">{t('inEnglish')}</p>}
      </header>
      <div className="flex flex-wrap gap-4 empty:hidden">
        {agents.length > 1 && holds(docsExamples.number) && (
          <Field label={t('guides.choose')} className="w-full max-w-72">
            <Select
              value={number}
              onChange={choose}
              options={agents.map(({ number: own, name }) => ({ value: String(own), label: name }))}
            />
          </Field>
        )}
        {holds(docsExamples.key) && (
          <Field label={t('own.key')} help={t('own.text')} className="w-full max-w-96">
            <Input
              value={key}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              placeholder={docsExamples.key}
              onChange={({ target }) => setKey(target.value)}
            />
          </Field>
        )}
      </div>
      <div lang="en" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <DocsArticle nodes={nodes} fill={fill} />
      </div>
      <GuideFeedback slug={slug} />
    </article>
  );
}

/** Whether the page helped; whoever runs the server sees what others said. */
function GuideFeedback({ slug }: { slug: string }) {
  const { t } = useTranslation('docs-pages');
  const { isSuperadmin } = useUser();
  const [note, setNote] = useState('');
  const say = useMutate('POST /api/docs/{slug}/feedback');
  const said = useEndpoint('GET /api/docs/{slug}/feedback', { params: { slug } }, { enabled: isSuperadmin });
  const send = (isHelpful: boolean): void => say.mutate({ params: { slug }, body: { isHelpful, note } });
  return (
    <section className="grid max-w-prose gap-3 border-t border-line pt-5">
      {say.isSuccess ? (
        <p role="status">{t('feedback.thanks')}</p>
      ) : (
        <>
          <Field label={t('feedback.question')}>
            <Textarea
              rows={2}
              value={note}
              maxLength={docsLimits.note}
              placeholder={t('feedback.note')}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" pending={say.isPending} onClick={() => send(true)}>
              {t('feedback.yes')}
            </Button>
            <Button variant="outline" pending={say.isPending} onClick={() => send(false)}>
              {t('feedback.no')}
            </Button>
          </div>
        </>
      )}
      {said.data && said.data.helpful + said.data.unhelpful > 0 && (
        <div className="grid gap-1 text-sm text-muted">
          <p>{t('guides.said', { helpful: said.data.helpful, unhelpful: said.data.unhelpful })}</p>
          <ul className="grid gap-1">
            {said.data.notes.map(({ text, at }) => (
              <li key={`${at} ${text}`}>“{text}”</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
