import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
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
      <Callout
        tone="danger"
        live
        action={<Button onClick={() => void refetch()}>{t('common:tryAgain')}</Button>}
      >
        {error.status === 0 ? t('common:failed.offline') : error.message}
      </Callout>
    </Page>
  );
}
