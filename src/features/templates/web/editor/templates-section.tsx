import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpToLine, ExternalLink, Eye, EyeOff, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import type { ListedTemplate } from '../../templates-superadmin.contract.ts';
import { TemplateEditor } from './template-editor.tsx';

const path = 'GET /api/superadmin/templates';

/** All templates in the order in which owners see them: hidden, moved, and written anew out of an agent. */
export function TemplatesSection() {
  const { t } = useTranslation('templates-editor');
  const [opened, setOpened] = useState<ListedTemplate | 'new' | null>(null);
  const list = listOf(useEndpoint(path, undefined, { staleTime: 0 }), (data) => data.templates);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose flex-1 basis-80 text-pretty text-muted">{t('intro')}</p>
        <div className="flex flex-wrap gap-2">
          <a
            href={paths.templates}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'ghost', className: 'gap-2' })}
          >
            {t('gallery')}
            <ExternalLink size={16} aria-hidden="true" />
          </a>
          <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpened('new')}>
            {t('new')}
          </Button>
        </div>
      </div>
      <List of={list} waiting={<Skeleton className="h-96 w-full" />} empty={t('empty')}>
        {(rows) => (
          <ol
            aria-label={t('list')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {rows.map((row, at) => (
              <Row
                key={row.slug}
                row={row}
                isFirst={at === 0}
                isLast={at === rows.length - 1}
                onOpen={() => setOpened(row)}
              />
            ))}
          </ol>
        )}
      </List>
      {opened && (
        <TemplateEditor template={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}

type RowProps = {
  row: ListedTemplate;
  isFirst: boolean;
  isLast: boolean;
  onOpen: () => void;
};

/** One template: those that were made here open, those of the product are shown or hidden. */
function Row({ row, isFirst, isLast, onOpen }: RowProps) {
  const { t } = useTranslation(['templates-editor', 'templates']);
  const client = useQueryClient();
  const onSuccess = (answer: { templates: ListedTemplate[] }): void =>
    setEndpointData(client, path, undefined, () => answer);
  const move = useMutate('POST /api/superadmin/templates/{slug}/move', { onSuccess });
  const show = useMutate('POST /api/superadmin/templates/{slug}/shown', { onSuccess });
  const params = { slug: row.slug };
  const { title } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-2 sm:flex-nowrap sm:pr-2">
      <div
        className={clsx(
          'relative flex min-w-0 flex-1 basis-full items-center gap-3 px-4 py-3 sm:basis-0',
          row.isOwn && 'hover:bg-sunken',
          !row.isShown && 'opacity-75',
        )}
      >
        <span
          aria-hidden="true"
          className="size-10 shrink-0 overflow-hidden rounded-control border border-line"
          style={{ background: row.color }}
        >
          {row.pictureUrl && (
            <img src={row.pictureUrl} alt="" loading="lazy" className="size-full object-cover object-top" />
          )}
        </span>
        <div className="min-w-0 flex-1">
          {row.isOwn ? (
            <button
              type="button"
              onClick={onOpen}
              className="block w-full text-left font-medium break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-strong"
            >
              {title}
            </button>
          ) : (
            <p className="font-medium break-words">{title}</p>
          )}
          <p className="text-sm break-words text-muted">{row.tagline}</p>
          <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-sm text-muted">
            <Badge>{t(`templates:categories.${row.category}`)}</Badge>
            {row.language && <Badge>{languageNames[row.language]}</Badge>}
            {row.isOwn && <Badge tone="accent">{t('own')}</Badge>}
            {!row.isShown && <Badge tone="warning">{t('hidden')}</Badge>}
            {row.agents > 0 && <span className="tabular">{t('agents', { count: row.agents })}</span>}
          </p>
        </div>
      </div>
      <span className="flex shrink-0 px-2 pb-2 sm:px-0 sm:py-2">
        <IconButton
          label={t(row.isShown ? 'hide' : 'show', { title })}
          disabled={show.isPending}
          onClick={() => show.mutate({ params, body: { isShown: !row.isShown } })}
        >
          {row.isShown ? <Eye size={16} aria-hidden="true" /> : <EyeOff size={16} aria-hidden="true" />}
        </IconButton>
        <IconButton
          label={t('first', { title })}
          disabled={isFirst || move.isPending}
          onClick={() => move.mutate({ params, body: { to: 'first' } })}
        >
          <ArrowUpToLine size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('up', { title })}
          disabled={isFirst || move.isPending}
          onClick={() => move.mutate({ params, body: { to: 'up' } })}
        >
          <ArrowUp size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('down', { title })}
          disabled={isLast || move.isPending}
          onClick={() => move.mutate({ params, body: { to: 'down' } })}
        >
          <ArrowDown size={16} aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}
