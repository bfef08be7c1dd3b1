import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '#shared/languages.ts';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { serverPicturePath } from '#features/server-pictures/server-pictures.contract.ts';
import type { Testimonial } from '../testimonials.contract.ts';
import { TestimonialSheet } from './testimonial-sheet.tsx';

const path = 'GET /api/superadmin/testimonials';

/** What customers say on the start page, in its order. */
export function TestimonialsSection() {
  const { t } = useTranslation('testimonials');
  const client = useQueryClient();
  const [opened, setOpened] = useState<Testimonial | 'new' | null>(null);
  const move = useMutate('POST /api/superadmin/testimonials/{id}/move', {
    onSuccess: (answer) => setEndpointData(client, path, undefined, () => answer),
  });
  const list = listOf(useEndpoint(path, undefined, { staleTime: 0 }), (data) => data.testimonials);
  return (
    <div className="grid max-w-3xl gap-4">
      <div className="flex justify-end">
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpened('new')}>
          {t('new')}
        </Button>
      </div>
      <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('empty')}>
        {(rows) => (
          <ol
            aria-label={t('list')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {rows.map((row, at) => (
              <li key={row.id} className="flex items-start gap-2 pr-2">
                <button
                  type="button"
                  onClick={() => setOpened(row)}
                  className="min-w-0 flex-1 px-4 py-3 text-left hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  <span className="line-clamp-2 break-words">{row.quote}</span>
                  <span className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
                    {row.picture && (
                      <img
                        src={serverPicturePath(row.picture)}
                        alt=""
                        className="size-6 rounded-full object-cover"
                      />
                    )}
                    <span className="break-words">
                      {[row.name, row.role].filter((part) => part !== '').join(', ')}
                    </span>
                    {row.language && <Badge>{languageNames[row.language]}</Badge>}
                    {!row.isShown && <Badge tone="warning">{t('hidden')}</Badge>}
                  </span>
                </button>
                <span className="flex shrink-0 py-2">
                  <IconButton
                    label={t('up', { name: row.name })}
                    disabled={at === 0 || move.isPending}
                    onClick={() => move.mutate({ params: { id: row.id }, body: { to: 'up' } })}
                  >
                    <ArrowUp size={16} aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={t('down', { name: row.name })}
                    disabled={at === rows.length - 1 || move.isPending}
                    onClick={() => move.mutate({ params: { id: row.id }, body: { to: 'down' } })}
                  >
                    <ArrowDown size={16} aria-hidden="true" />
                  </IconButton>
                </span>
              </li>
            ))}
          </ol>
        )}
      </List>
      {opened && (
        <TestimonialSheet testimonial={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
