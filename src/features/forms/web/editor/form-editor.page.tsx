import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { FormEditor } from './editor.tsx';

/** One form in the builder. */
export function FormEditorPage() {
  const { t } = useTranslation('forms');
  const { id } = useParams({ from: '/shell/dashboard/forms/$id' });
  const { data, error, refetch } = useEndpoint('GET /api/forms/{id}', { params: { id } });
  if (data) return <FormEditor key={data.id} form={data} />;
  if (!error)
    return (
      <div className="grid gap-4 p-6 lg:grid-cols-[260px_1fr_320px]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    );
  return (
    <Page>
      <PageHeader title={t('shell:screens.forms')} />
      <ReadFailed error={error} retry={refetch} />
    </Page>
  );
}
