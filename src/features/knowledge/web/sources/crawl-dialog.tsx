import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { knowledgeLimits, type KnowledgeSource, type WebsiteSettings } from '../../knowledge.contract.ts';
import { lines, numberWithin, useBounds } from '../add/website-bounds.ts';
import { sourcesPath } from '../knowledge-data.ts';

type Props = {
  source: KnowledgeSource;
  website: WebsiteSettings;
  onClose: () => void;
};

/** Which pages of a site are read, after it was added. It is read again with what changed. */
export function CrawlDialog({ source, website, onClose }: Props) {
  const { t, i18n } = useTranslation('knowledge-web');
  const check = useBounds();
  const { maxPages, maxDepth } = knowledgeLimits;
  const form = useServerForm({
    values: {
      maxPages: String(website.maxPages),
      maxDepth: String(website.maxDepth),
      include: website.include.join('\n'),
      exclude: website.exclude.join('\n'),
    },
    check,
    send: (values) =>
      api('PATCH /api/knowledge/{collectionId}/sources/{id}', {
        params: { collectionId: source.collectionId, id: source.id },
        body: {
          website: {
            maxPages: numberWithin(values.maxPages, 1, maxPages) ?? website.maxPages,
            maxDepth: numberWithin(values.maxDepth, 0, maxDepth) ?? website.maxDepth,
            include: lines(values.include),
            exclude: lines(values.exclude),
          },
        },
      }),
    refreshes: [sourcesPath(source.collectionId)],
    onDone: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('crawl.title')}
      description={t('crawl.text')}
      submit={t('crawl.submit')}
      onClose={onClose}
    >
      <Field
        label={t('website.maxPages')}
        help={t('website.maxPagesHelp', { most: readableNumber(maxPages, i18n.language) })}
        error={form.errorOf('maxPages')}
      >
        <Input
          inputMode="numeric"
          unit={t('website.pagesUnit')}
          {...form.register('maxPages')}
          className="max-w-40"
        />
      </Field>
      <Field
        label={t('website.depth')}
        help={t('website.depthHelp', { most: maxDepth })}
        error={form.errorOf('maxDepth')}
      >
        <Input
          inputMode="numeric"
          unit={t('website.depthUnit')}
          {...form.register('maxDepth')}
          className="max-w-40"
        />
      </Field>
      <Field
        label={t('website.include')}
        help={t('website.includeHelp')}
        error={form.errorOf('website.include')}
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
        error={form.errorOf('website.exclude')}
      >
        <Textarea rows={2} spellCheck={false} placeholder="/archive/*" {...form.register('exclude')} />
      </Field>
    </FormDialog>
  );
}
