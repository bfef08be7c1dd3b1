import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { AnswerTraceBody } from './answer-trace.tsx';

/** How the last answer of the preview came about: passages, tools, tokens, cost, milliseconds. */
export function PreviewTrace({ answerId, onClose }: { answerId: string | null; onClose: () => void }) {
  const { t } = useTranslation('contacts');
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('why.title')}
      description={t('why.preview')}
    >
      {answerId ? (
        <Answer id={answerId} />
      ) : (
        <p className="rounded-card bg-sunken px-4 py-6 text-center text-pretty text-muted">
          {t('why.askFirst')}
        </p>
      )}
    </Sheet>
  );
}

function Answer({ id }: { id: string }) {
  const { data, error, refetch } = useEndpoint('GET /api/preview/answers/{id}', { params: { id } });
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-40 rounded-card" />;
  return <AnswerTraceBody message={data} />;
}
