import { factGap } from '#shared/text/fact-gap.ts';
import {
  CalendarSync,
  ChevronRight,
  Files,
  FileText,
  Globe,
  MessagesSquare,
  MoreHorizontal,
  PencilLine,
  RefreshCw,
  RotateCw,
  ScanText,
  TextCursorInput,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clsx } from 'clsx';
import { useMutate } from '#ui/api/hooks.ts';
import { Progress } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu, type MenuItem } from '#ui/controls/menu.tsx';
import { readableBytes } from '#ui/browser/numbers.ts';
import { relativeTime } from '#ui/browser/time.tsx';
import type { KnowledgeSource, SourceKind } from '../../knowledge.contract.ts';
import { CrawlDialog } from './crawl-dialog.tsx';
import { DocumentSheet } from './document-sheet.tsx';
import { isWorking, sourcesPath, useBin } from '../knowledge-data.ts';
import { RenameDialog, ScheduleDialog } from './source-dialogs.tsx';
import { isPartlyRead } from './source-counts.ts';
import { SourceNotes } from './source-notes.tsx';
import { SourcePages, type PageState } from './source-pages.tsx';
import { StatusBadge } from './status-badge.tsx';

const icons: Record<SourceKind, LucideIcon> = {
  website: Globe,
  page: Globe,
  file: FileText,
  text: TextCursorInput,
  qa: MessagesSquare,
};

/**
 * One source: what it is, how far it has come, and everything that can be done with it. A website opens to
 * its pages.
 */
export function SourceRow({
  source,
  canEdit,
  onEdit,
}: {
  source: KnowledgeSource;
  canEdit: boolean;
  onEdit: () => void;
}) {
  const { t } = useTranslation('knowledge-web');
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'rename' | 'schedule' | 'crawl' | 'copy' | null>(null);
  const [shown, setShown] = useState<PageState>('all');
  const pagesId = useId();
  const bin = useBin(source.collectionId);
  const refreshes = [sourcesPath(source.collectionId)];
  const sync = useMutate('POST /api/knowledge/{collectionId}/sources/{id}/sync', { refreshes });
  const retry = useMutate('POST /api/knowledge/{collectionId}/sources/{id}/retry', { refreshes });
  const params = { collectionId: source.collectionId, id: source.id };
  const hasPages = source.kind === 'website' || source.progress.found > 1;
  const Icon = icons[source.kind];
  const small = { size: 16 };
  const items: MenuItem[] = [
    {
      label: t('source.seeText'),
      icon: <ScanText {...small} />,
      disabled: source.chunkCount === 0,
      onSelect: () => (hasPages ? setOpen(true) : setDialog('copy')),
    },
    ...(canEdit && source.can.editContent
      ? [{ label: t('source.edit'), icon: <PencilLine {...small} />, onSelect: onEdit }]
      : []),
    ...(canEdit
      ? [
          {
            label: t('source.rename'),
            icon: <TextCursorInput {...small} />,
            onSelect: () => setDialog('rename'),
          },
        ]
      : []),
    ...(canEdit && source.can.sync
      ? [{ label: t('source.sync'), icon: <RefreshCw {...small} />, onSelect: () => sync.mutate({ params }) }]
      : []),
    ...(canEdit && source.website
      ? [{ label: t('source.crawl'), icon: <Files {...small} />, onSelect: () => setDialog('crawl') }]
      : []),
    ...(canEdit && source.can.resync
      ? [
          {
            label: t('source.schedule'),
            icon: <CalendarSync {...small} />,
            onSelect: () => setDialog('schedule'),
          },
        ]
      : []),
    ...(canEdit && source.can.retry
      ? [
          {
            label: t('source.retry'),
            icon: <RotateCw {...small} />,
            onSelect: () => retry.mutate({ params }),
          },
        ]
      : []),
    ...(canEdit
      ? [
          'separator' as const,
          {
            label: t('source.remove'),
            icon: <Trash2 {...small} />,
            danger: true,
            onSelect: () => bin.remove(source),
          },
        ]
      : []),
  ];
  const title = (
    <>
      <span className="truncate font-medium">{source.title}</span>
      {hasPages && (
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={clsx('shrink-0 text-muted transition-transform duration-150', open && 'rotate-90')}
        />
      )}
    </>
  );
  const titleClass =
    'flex max-w-full min-w-0 items-center gap-1 rounded-control text-left hover:underline disabled:no-underline underline-offset-4';
  return (
    <li className="min-w-0">
      <div className="flex items-start gap-3 py-2.5 pr-2 pl-4">
        <Icon size={20} aria-hidden="true" className="mt-1.5 shrink-0 text-muted md:mt-1" />
        <div className="grid min-w-0 grow gap-0.5 py-1">
          {hasPages ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={pagesId}
              onClick={() => setOpen(!open)}
              className={titleClass}
            >
              {title}
            </button>
          ) : (
            <button
              type="button"
              disabled={source.chunkCount === 0}
              onClick={() => setDialog('copy')}
              className={titleClass}
            >
              {title}
            </button>
          )}
          <span className="flex @md:hidden">
            <StatusBadge status={source.status} isPartly={isPartlyRead(source)} />
          </span>
          <Facts source={source} />
          <SourceNotes
            source={source}
            canEdit={canEdit}
            onShowFailed={() => {
              setShown('failed');
              setOpen(true);
            }}
          />
        </div>
        <span className="flex h-11 shrink-0 items-center gap-1 md:h-9">
          <span className="hidden @md:flex">
            <StatusBadge status={source.status} isPartly={isPartlyRead(source)} />
          </span>
          <DropdownMenu
            label={t('source.actions', { title: source.title })}
            items={items}
            trigger={
              <IconButton label={t('source.actions', { title: source.title })} tooltip={false}>
                <MoreHorizontal {...small} />
              </IconButton>
            }
          />
        </span>
      </div>
      {hasPages && open && (
        <div id={pagesId}>
          <SourcePages source={source} canEdit={canEdit} state={shown} onState={setShown} />
        </div>
      )}
      <RenameDialog source={source} open={dialog === 'rename'} onClose={() => setDialog(null)} />
      <ScheduleDialog source={source} open={dialog === 'schedule'} onClose={() => setDialog(null)} />
      {dialog === 'crawl' && source.website && (
        <CrawlDialog source={source} website={source.website} onClose={() => setDialog(null)} />
      )}
      {dialog === 'copy' && (
        <DocumentSheet
          collectionId={source.collectionId}
          source={source}
          canEdit={canEdit}
          onClose={() => setDialog(null)}
        />
      )}
    </li>
  );
}

function Facts({ source }: { source: KnowledgeSource }) {
  const { t, i18n } = useTranslation('knowledge-web');
  const { found, done, failed } = source.progress;
  const all = found + source.leftOut.limit;
  const working = isWorking(source.status);
  const address = source.url?.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const facts = [
    source.kind === 'file' && source.file ? readableBytes(source.file.byteCount, i18n.language) : '',
    (source.kind === 'website' || source.kind === 'page') && address !== source.title ? address : '',
    source.kind === 'website' && found > 0 ? t('source.pages', { done, count: all }) : '',
    working && source.kind === 'website' && failed > 0 ? t('trained.failed', { count: failed }) : '',
    !working && source.chunkCount > 0 ? t('summary.passages', { count: source.chunkCount }) : '',
    source.resync !== 'off' ? t(`source.every.${source.resync}`) : '',
    !working && source.syncedAt && source.can.sync
      ? t('source.synced', { when: relativeTime(source.syncedAt, i18n.language) })
      : '',
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 && <p className="tabular text-sm break-words text-muted">{facts.join(factGap)}</p>}
      {working && (
        <Progress
          className="mt-1.5 max-w-80"
          label={t('source.progress', { title: source.title })}
          value={found > 0 && source.kind === 'website' ? ((done + failed) / all) * 100 : undefined}
        />
      )}
    </>
  );
}
