import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import type { FunctionDefinition } from '../custom-functions-definition.contract.ts';

type Props = {
  id: string;
  current: number;
  onUse: (definition: FunctionDefinition, number: number) => void;
  onClose: () => void;
};

/** What a function was before. An old version goes into the form, and counts when it is saved. */
export function Versions({ id, current, onUse, onClose }: Props) {
  const { t } = useTranslation('functions');
  const list = listOf(
    useEndpoint('GET /api/functions/{id}/versions', { params: { id } }),
    (data) => data.versions,
  );
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('versions.title')}
      description={t('versions.text')}
    >
      <List of={list} waiting={<Skeleton className="h-40" />} empty={null}>
        {(versions) => (
          <ol className="divide-y divide-line">
            {versions.map(({ number, definition, createdAt, createdBy }) => (
              <li key={number} className="flex items-center gap-3 py-3">
                <div className="min-w-0 grow">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    {t('versions.one', { number })}
                    {number === current && <Badge tone="success">{t('versions.current')}</Badge>}
                  </p>
                  <p className="truncate text-sm text-muted">{definition.label}</p>
                  <p className="text-sm text-muted">
                    <Time at={createdAt} />
                    {createdBy && `${factGap}${createdBy}`}
                  </p>
                </div>
                {number !== current && (
                  <Button size="sm" onClick={() => onUse(definition, number)}>
                    {t('versions.use')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </List>
    </Sheet>
  );
}
