import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import type { LandingPage } from '../../landing-pages.contract.ts';

type Props = {
  page: LandingPage;
  revision: number;
  onClose: () => void;
  onRestored: (page: LandingPage, version: number) => void;
};

/** States that were published, any of which can become the draft again. */
export function VersionsSheet({ page, revision, onClose, onRestored }: Props) {
  const { t } = useTranslation('landing-builder');
  const params = { id: page.id };
  const versions = useEndpoint('GET /api/landing-pages/{id}/versions', { params });
  const restore = useMutate('POST /api/landing-pages/{id}/versions/{version}/restore', {
    refreshes: ['/api/landing-pages'],
  });
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()} title={t('versions.title')}>
      <List
        of={listOf(versions, (data) => data.versions)}
        failed={t('versions.failed')}
        waiting={<Skeleton className="h-40" />}
        empty={<p className="text-muted">{t('versions.none')}</p>}
      >
        {(entries) => (
          <ul className="grid gap-2">
            {entries.map(({ version, createdAt, by, blocks, isPublished }) => (
              <li key={version} className="flex items-center gap-3 border-b border-line pb-2">
                <span className="grid grow">
                  <span className="flex items-center gap-2 font-medium">
                    {t('versions.name', { version })}
                    {isPublished && (
                      <Badge tone="success" dot>
                        {t('versions.online')}
                      </Badge>
                    )}
                  </span>
                  <span className="text-sm text-muted">
                    <Time at={createdAt} />
                    {factGap}
                    {by && `${by}${factGap}`}
                    {t('versions.blocks', { count: blocks })}
                  </span>
                </span>
                {page.can.edit && (
                  <Button
                    pending={restore.isPending}
                    onClick={() =>
                      restore.mutate(
                        { params: { ...params, version }, body: { revision } },
                        { onSuccess: (restored) => onRestored(restored, version) },
                      )
                    }
                  >
                    {t('versions.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </List>
    </Sheet>
  );
}
