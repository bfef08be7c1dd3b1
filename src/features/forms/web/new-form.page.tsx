import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Page, PageHeader } from '#ui/page.tsx';
import { FormTemplates } from './form-templates.tsx';

/** Where a form begins: empty, or from one of eight. */
export function NewFormPage() {
  const { t } = useTranslation('forms');
  const navigate = useNavigate();
  return (
    <Page>
      <PageHeader
        title={t('new.title')}
        description={t('new.intro')}
        back={
          <Link to={paths.forms} className="inline-flex items-center gap-1 text-muted hover:text-ink">
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
            {t('shell:screens.forms')}
          </Link>
        }
      />
      <FormTemplates onMade={(form) => void navigate({ href: paths.form(form.id) })} />
    </Page>
  );
}
