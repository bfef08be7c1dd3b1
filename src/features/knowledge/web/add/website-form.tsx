import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clsx } from 'clsx';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import {
  knowledgeLimits,
  resyncIntervals,
  type ResyncInterval,
  type WebsiteInput,
} from '../../knowledge.contract.ts';
import { sourcesPath } from '../knowledge-data.ts';
import { MaxDepthField, MaxPagesField, PathsField } from './website-fields.tsx';
import { lines, numberWithin, useBounds } from './website-bounds.ts';

/** A website or one page: its address first, everything else has a good default. */
export function WebsiteForm({ collectionId, onDone }: { collectionId: string; onDone: () => void }) {
  const { t } = useTranslation('knowledge-web');
  const bounds = useBounds();
  /** The source that is the same site or page, and what is to become of this one. */
  const [present, setPresent] = useState<string | null>(null);
  const ifPresent = useRef<WebsiteInput['ifPresent']>('refuse');
  const form = useServerForm({
    values: {
      url: '',
      mode: 'site' as WebsiteInput['mode'],
      resync: 'off' as ResyncInterval,
      maxPages: '100',
      maxDepth: '3',
      useSitemap: true,
      include: '',
      exclude: '',
    },
    check: (values) => ({
      ...(!values.url.trim() && { url: t('website.urlMissing') }),
      ...(values.mode === 'site' && bounds(values)),
    }),
    send: ({ url, mode, resync, ...site }) =>
      api('POST /api/knowledge/{collectionId}/sources/website', {
        params: { collectionId },
        body: {
          url: url.trim(),
          mode,
          resync,
          ifPresent: ifPresent.current,
          ...(mode === 'site' && {
            maxPages: numberWithin(site.maxPages, 1, knowledgeLimits.maxPages) ?? 100,
            maxDepth: numberWithin(site.maxDepth, 0, knowledgeLimits.maxDepth) ?? 3,
            useSitemap: site.useSitemap,
            include: lines(site.include),
            exclude: lines(site.exclude),
          }),
        },
      }),
    refreshes: [sourcesPath(collectionId)],
    onDone,
    placeOf: () => 'url',
    onRefused(error) {
      ifPresent.current = 'refuse';
      if (error.code !== 'knowledge.already_added') return false;
      setPresent(presentTitle(error.body));
      return true;
    },
  });
  const answer = (choice: 'merge' | 'add') => {
    ifPresent.current = choice;
    form.submit();
  };
  const { values, set } = form;
  const isSite = values.mode === 'site';
  return (
    <Form of={form}>
      <Field label={t('website.url')} error={form.errorOf('url')} required>
        <Input
          type="url"
          inputMode="url"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          placeholder="www.example.com"
          maxLength={knowledgeLimits.urlLength}
          {...form.register('url', { onChange: () => setPresent(null) })}
        />
      </Field>
      {present !== null && (
        <Callout
          tone="warning"
          live
          action={
            <div className="flex flex-wrap gap-2">
              <Button size="sm" disabled={form.isBusy} onClick={() => answer('merge')}>
                {t(isSite ? 'website.merge' : 'website.again')}
              </Button>
              <Button size="sm" variant="ghost" disabled={form.isBusy} onClick={() => answer('add')}>
                {t('website.addAnyway')}
              </Button>
            </div>
          }
        >
          {t('website.present', { title: present })}
        </Callout>
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">{t('website.scope')}</legend>
        {(['site', 'page'] as const).map((mode) => (
          <label
            key={mode}
            className={clsx(
              'flex min-h-11 items-start gap-3 rounded-card border p-3',
              values.mode === mode ? 'border-accent-strong bg-accent-tint' : 'border-line',
            )}
          >
            <input
              type="radio"
              name="mode"
              checked={values.mode === mode}
              onChange={() => set({ mode })}
              className="mt-1 size-4 shrink-0 accent-(--accent-strong)"
            />
            <span>
              <span className="block font-medium">{t(`website.modes.${mode}.label`)}</span>
              <span className={clsx('block text-sm', values.mode === mode ? 'text-ink' : 'text-muted')}>
                {t(`website.modes.${mode}.text`)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {isSite && <MaxPagesField error={form.errorOf('maxPages')} input={form.register('maxPages')} />}
      <Field label={t('website.resync')} help={t('website.resyncHelp')}>
        <Select
          value={values.resync}
          onChange={(value) => set({ resync: value })}
          options={resyncIntervals.map((value) => ({ value, label: t(`resync.${value}`) }))}
          className="max-w-60"
        />
      </Field>
      {isSite && (
        <details className="group rounded-card border border-line">
          <summary className="flex min-h-11 list-none items-center gap-2 px-3 font-medium">
            <ChevronRight size={16} className="transition-transform duration-150 group-open:rotate-90" />
            {t('website.advanced')}
          </summary>
          <div className="grid gap-5 px-3 pt-1 pb-4">
            <PathsField kind="include" error={form.errorOf('include')} input={form.register('include')} />
            <PathsField kind="exclude" error={form.errorOf('exclude')} input={form.register('exclude')} />
            <MaxDepthField error={form.errorOf('maxDepth')} input={form.register('maxDepth')} />
            <Switch
              label={t('website.sitemap')}
              help={t('website.sitemapHelp')}
              checked={values.useSitemap}
              onChange={(useSitemap) => set({ useSitemap })}
            />
          </div>
        </details>
      )}
      <Button type="submit" variant="primary" pending={form.isBusy} className="justify-self-end">
        {t(isSite ? 'website.submit' : 'website.submitPage')}
      </Button>
    </Form>
  );
}

/** The name of the source that is there already, out of the server's refusal. */
function presentTitle(body: unknown): string {
  const { details } = (body ?? {}) as { details?: { title?: unknown } };
  return typeof details?.title === 'string' ? details.title : '';
}
