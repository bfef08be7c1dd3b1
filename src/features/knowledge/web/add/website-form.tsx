import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clsx } from 'clsx';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import {
  knowledgeLimits,
  resyncIntervals,
  type ResyncInterval,
  type WebsiteInput,
} from '../../knowledge.contract.ts';
import { sourcesPath } from '../knowledge-data.ts';

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A website or one page: its address first, everything else has a good default. */
export function WebsiteForm({ collectionId, onDone }: { collectionId: string; onDone: () => void }) {
  const { t } = useTranslation('knowledge-web');
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
    check: ({ url }) => ({ ...(!url.trim() && { url: t('website.urlMissing') }) }),
    send: ({ url, mode, resync, ...site }) =>
      api('POST /api/knowledge/{collectionId}/sources/website', {
        params: { collectionId },
        body: {
          url: url.trim(),
          mode,
          resync,
          ...(mode === 'site' && {
            maxPages: clampedNumber(site.maxPages, 1, knowledgeLimits.maxPages, 100),
            maxDepth: clampedNumber(site.maxDepth, 0, knowledgeLimits.maxDepth, 3),
            useSitemap: site.useSitemap,
            include: lines(site.include),
            exclude: lines(site.exclude),
          }),
        },
      }),
    refreshes: [sourcesPath(collectionId)],
    onDone,
    placeOf: () => 'url',
  });
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
          {...form.register('url')}
        />
      </Field>
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
      {isSite && (
        <Field
          label={t('website.maxPages')}
          help={t('website.maxPagesHelp', { most: knowledgeLimits.maxPages })}
        >
          <Input
            type="number"
            min={1}
            max={knowledgeLimits.maxPages}
            unit={t('website.pagesUnit')}
            {...form.register('maxPages')}
            className="max-w-40"
          />
        </Field>
      )}
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
            <Field
              label={t('website.include')}
              help={t('website.includeHelp')}
              error={form.errorOf('include')}
              aside={t('common:optional')}
            >
              <Textarea
                rows={2}
                spellCheck={false}
                placeholder={'/docs/*\n/help/*'}
                {...form.register('include')}
              />
            </Field>
            <Field
              label={t('website.exclude')}
              help={t('website.excludeHelp')}
              error={form.errorOf('exclude')}
              aside={t('common:optional')}
            >
              <Textarea rows={2} spellCheck={false} placeholder="/archive/*" {...form.register('exclude')} />
            </Field>
            <Field
              label={t('website.depth')}
              help={t('website.depthHelp', { most: knowledgeLimits.maxDepth })}
            >
              <Input
                type="number"
                min={0}
                max={knowledgeLimits.maxDepth}
                unit={t('website.depthUnit')}
                {...form.register('maxDepth')}
                className="max-w-40"
              />
            </Field>
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

/** A typed number held inside its bounds; nothing readable becomes the usual value. */
export function clampedNumber(text: string, least: number, most: number, usual: number): number {
  const value = Math.round(Number(text));
  return text.trim() === '' || !Number.isFinite(value) ? usual : Math.min(most, Math.max(least, value));
}
