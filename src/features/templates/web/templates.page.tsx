import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Page, PageHeader } from '#ui/page.tsx';
import { TemplateGallery } from './template-gallery.tsx';

/** The gallery as a screen of its own. */
export function TemplatesPage() {
  const { t } = useTranslation('templates');
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('intro')}
        back={
          <Link to={paths.tools} className="inline-flex min-h-6 items-center gap-1 text-muted underline-offset-4 hover:text-ink hover:underline">
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
            {t('back')}
          </Link>
        }
      />
      <TemplateGallery />
    </Page>
  );
}
