import { factGap } from '#shared/text/fact-gap.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Badge, Skeleton, type Tone } from '#ui/page/display.tsx';
import type { Announcement } from '../announcements.contract.ts';
import { AnnouncementSheet } from './announcement-sheet.tsx';

const tones: Record<Announcement['state'], Tone> = { planned: 'info', shown: 'success', over: 'neutral' };

/** Announcements of this server: planned, shown and over. */
export function AnnouncementsSection() {
  const { t, i18n } = useTranslation('announcements');
  const [opened, setOpened] = useState<Announcement | 'new' | null>(null);
  const list = listOf(
    useEndpoint('GET /api/superadmin/announcements', undefined, { staleTime: 0 }),
    (data) => data.announcements,
  );
  const textOf = ({ texts }: Announcement): string =>
    (texts as Record<string, string | undefined>)[i18n.language] ?? texts.en ?? Object.values(texts)[0] ?? '';
  return (
    <div className="grid gap-4">
      <div className="flex justify-end">
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpened('new')}>
          {t('new')}
        </Button>
      </div>
      <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('empty')}>
        {(rows) => (
          <ul
            aria-label={t('list')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {rows.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  onClick={() => setOpened(row)}
                  className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  <span className="min-w-0 flex-1 basis-60">
                    <span className="line-clamp-3 font-medium break-words">{textOf(row)}</span>
                    <span className="block text-sm text-muted">
                      {t(`audience.${row.audience}`)}
                      {factGap}
                      <Time at={row.startsAt} plain />
                      {row.endsAt && (
                        <>
                          {' – '}
                          <Time at={row.endsAt} plain />
                        </>
                      )}
                    </span>
                  </span>
                  <Badge tone={tones[row.state]} dot>
                    {t(`state.${row.state}`)}
                  </Badge>
                </button>
              </li>
            ))}
          </ul>
        )}
      </List>
      {opened && (
        <AnnouncementSheet announcement={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
