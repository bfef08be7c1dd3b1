import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useIdParam } from '#ui/browser/url-param.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { FunctionEditor } from './function-editor.tsx';

/** One function: what it does, what it may, and a place to try it. */
export function FunctionEditorPage() {
  const { t } = useTranslation('functions');
  const id = useIdParam();
  const { data, error, refetch } = useEndpoint('GET /api/functions/{id}', { params: { id } });
  if (data) return <FunctionEditor key={data.id} saved={data} />;
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.functions')}
        back={{ to: paths.functions, label: t('shell:screens.functions') }}
      />
      {error ? <ReadFailed error={error} retry={refetch} /> : <Skeleton className="h-96 rounded-card" />}
    </Page>
  );
}

/** A function that is being written. */
export function NewFunctionPage() {
  return <FunctionEditor saved={null} />;
}
