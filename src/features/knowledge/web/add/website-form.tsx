import { ChevronRight } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { clsx } from 'clsx';
import { useMutate } from '#ui/api/hooks.ts';
import type { ApiError } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
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
  const [form, setForm] = useState({
    url: '',
    mode: 'site' as WebsiteInput['mode'],
    resync: 'off' as ResyncInterval,
    maxPages: '100',
    maxDepth: '3',
    useSitemap: true,
    include: '',
    exclude: '',
  });
  const [urlError, setUrlError] = useState<string | null>(null);
  const set = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const add = useMutate('POST /api/knowledge/{collectionId}/sources/website', {
    refreshes: [sourcesPath(collectionId)],
    failure: false,
    onSuccess: onDone,
    onError: (error: ApiError) =>
      setUrlError(error.fields?.['url'] ?? (error.status === 0 ? t('common:failed.offline') : error.message)),
  });
  const isSite = form.mode === 'site';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.url.trim()) return setUrlError(t('website.urlMissing'));
    setUrlError(null);
    add.mutate({
      params: { collectionId },
      body: {
        url: form.url.trim(),
        mode: form.mode,
        resync: form.resync,
        ...(isSite && {
          maxPages: clampedNumber(form.maxPages, 1, knowledgeLimits.maxPages, 100),
          maxDepth: clampedNumber(form.maxDepth, 0, knowledgeLimits.maxDepth, 3),
          useSitemap: form.useSitemap,
          include: lines(form.include),
          exclude: lines(form.exclude),
        }),
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label={t('website.url')} error={urlError} required>
        <Input
          type="url"
          inputMode="url"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          placeholder="www.example.com"
          maxLength={knowledgeLimits.urlLength}
          value={form.url}
          onChange={(event) => set({ url: event.target.value })}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">{t('website.scope')}</legend>
        {(['site', 'page'] as const).map((mode) => (
          <label
            key={mode}
            className={clsx(
              'flex min-h-11 items-start gap-3 rounded-card border p-3',
              form.mode === mode ? 'border-accent-strong bg-accent-tint' : 'border-line',
            )}
          >
            <input
              type="radio"
              name="mode"
              checked={form.mode === mode}
              onChange={() => set({ mode })}
              className="mt-1 size-4 shrink-0 accent-(--accent-strong)"
            />
            <span>
              <span className="block font-medium">{t(`website.modes.${mode}.label`)}</span>
              <span className={clsx('block text-sm', form.mode === mode ? 'text-ink' : 'text-muted')}>
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
            value={form.maxPages}
            onChange={(event) => set({ maxPages: event.target.value })}
            className="max-w-40"
          />
        </Field>
      )}
      <Field label={t('website.resync')} help={t('website.resyncHelp')}>
        <Select
          value={form.resync}
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
            <Field label={t('website.include')} help={t('website.includeHelp')} aside={t('common:optional')}>
              <Textarea
                rows={2}
                spellCheck={false}
                placeholder={'/docs/*\n/help/*'}
                value={form.include}
                onChange={(event) => set({ include: event.target.value })}
              />
            </Field>
            <Field label={t('website.exclude')} help={t('website.excludeHelp')} aside={t('common:optional')}>
              <Textarea
                rows={2}
                spellCheck={false}
                placeholder="/archive/*"
                value={form.exclude}
                onChange={(event) => set({ exclude: event.target.value })}
              />
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
                value={form.maxDepth}
                onChange={(event) => set({ maxDepth: event.target.value })}
                className="max-w-40"
              />
            </Field>
            <Switch
              label={t('website.sitemap')}
              help={t('website.sitemapHelp')}
              checked={form.useSitemap}
              onChange={(useSitemap) => set({ useSitemap })}
            />
          </div>
        </details>
      )}
      <Button type="submit" variant="primary" pending={add.isPending} className="justify-self-end">
        {t(isSite ? 'website.submit' : 'website.submitPage')}
      </Button>
    </form>
  );
}

/** A typed number held inside its bounds; nothing readable becomes the usual value. */
export function clampedNumber(text: string, least: number, most: number, usual: number): number {
  const value = Math.round(Number(text));
  return text.trim() === '' || !Number.isFinite(value) ? usual : Math.min(most, Math.max(least, value));
}
