import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { TemplateGallery } from './template-gallery.tsx';

/** The gallery as a screen of its own. */
export function TemplatesPage() {
  const { t } = useTranslation('templates');
  return (
    <Page>
      <PageHeader title={t('title')} description={t('intro')} back={{ to: paths.tools, label: t('back') }} />
      <TemplateGallery />
    </Page>
  );
}
