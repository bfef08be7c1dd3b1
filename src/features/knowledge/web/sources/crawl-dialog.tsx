import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { knowledgeLimits, type KnowledgeSource, type WebsiteSettings } from '../../knowledge.contract.ts';
import { MaxDepthField, MaxPagesField, PathsField } from '../add/website-fields.tsx';
import { lines, numberWithin, useBounds } from '../add/website-bounds.ts';
import { sourcesPath } from '../knowledge-data.ts';

type Props = {
  source: KnowledgeSource;
  website: WebsiteSettings;
  onClose: () => void;
};

/** Which pages of a site are read, after it was added. It is read again with what changed. */
export function CrawlDialog({ source, website, onClose }: Props) {
  const { t } = useTranslation('knowledge-web');
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
      <MaxPagesField error={form.errorOf('maxPages')} input={form.register('maxPages')} />
      <MaxDepthField error={form.errorOf('maxDepth')} input={form.register('maxDepth')} />
      <PathsField kind="include" error={form.errorOf('website.include')} input={form.register('include')} />
      <PathsField kind="exclude" error={form.errorOf('website.exclude')} input={form.register('exclude')} />
    </FormDialog>
  );
}
