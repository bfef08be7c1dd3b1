import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { FormTemplates } from './templates.tsx';

/** Where a form begins: empty, or from one of eight. */
export function NewFormPage() {
  const { t } = useTranslation('forms');
  const navigate = useNavigate();
  return (
    <Page>
      <PageHeader
        title={t('new.title')}
        description={t('new.intro')}
        back={{ to: paths.forms, label: t('shell:screens.forms') }}
      />
      <FormTemplates onMade={(form) => void navigate({ href: paths.form(form.id) })} />
    </Page>
  );
}
