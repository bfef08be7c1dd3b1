import { useTranslation } from 'react-i18next';
import { isBlockType } from '#shared/landing-pages/blocks.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Skeleton } from '#ui/page/display.tsx';
import type { LandingPage } from '../../landing-pages.contract.ts';

type Props = {
  page: LandingPage;
  revision: number;
  onClose: () => void;
};

/** What would change for visitors, and the button that changes it. */
export function PublishDialog({ page, revision, onClose }: Props) {
  const { t } = useTranslation('landing-builder');
  const params = { id: page.id };
  const diff = useEndpoint('GET /api/landing-pages/{id}/diff', { params });
  const publish = useMutate('POST /api/landing-pages/{id}/publish', { refreshes: ['/api/landing-pages'] });
  const send = (): void =>
    publish.mutate(
      { params, body: { revision } },
      {
        onSuccess: (answer) => {
          toast({
            title: t('publish.done'),
            action: {
              label: t('publish.look'),
              onClick: () => void window.open(answer.url, '_blank', 'noopener'),
            },
          });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('publish.title')}
      description={t('publish.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button
            variant="primary"
            pending={publish.isPending}
            disabled={diff.data?.changes.length === 0}
            onClick={send}
          >
            {t('publish.button')}
          </Button>
        </>
      }
    >
      <List
        of={listOf(diff, (data) => data.changes)}
        waiting={<Skeleton className="h-24" />}
        empty={<p className="text-muted">{t('publish.nothing')}</p>}
      >
        {(changes) => (
          <ul className="grid max-h-80 gap-1 overflow-y-auto">
            {changes.map(({ kind, id, type, label }) => (
              <li key={`${kind}${id}`} className="flex gap-3 text-sm">
                <span className="w-24 shrink-0 text-muted">{t(`publish.kinds.${kind}`)}</span>
                <span className="min-w-0 truncate">
                  {kind === 'settings' ? id : t(isBlockType(type) ? `types.${type}` : 'types.unknown')}
                  {label && <span className="text-muted"> {label}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </List>
    </Dialog>
  );
}
