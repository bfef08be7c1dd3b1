import { Link } from '@tanstack/react-router';
import {
  ArrowLeft,
  ClipboardPaste,
  Eye,
  History,
  Monitor,
  Moon,
  Redo2,
  Settings,
  Smartphone,
  Sun,
  Tablet,
  Undo2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageWidths } from '#shared/landing-pages/page-data.ts';
import type { PageTheme } from '#shared/landing-pages/page-settings.ts';
import { paths } from '#shared/paths.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Tooltip } from '#ui/overlay/tooltip.tsx';
import { Badge } from '#ui/page/display.tsx';
import { SaveState, usePageTitle } from '#ui/page/page.tsx';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { useOfDraft, type PageDraftStore } from '../draft/use-page-draft.ts';

type Props = {
  page: LandingPage;
  store: PageDraftStore;
  width: number;
  mode: PageTheme['mode'];
  onWidth: (width: number) => void;
  onMode: (mode: PageTheme['mode']) => void;
  onUndo: () => void;
  onRedo: () => void;
  onRetry: () => void;
  onVersions: () => void;
  onPublish: () => void;
  onPaste: () => void;
};

const screens = { 360: Smartphone, 768: Tablet, 1280: Monitor } as const;

/** Name, whether it is saved, how wide the page is looked at, and what can be done with the whole page. */
export function Toolbar(props: Props) {
  const { page, store, width, mode, onWidth, onMode, onUndo, onRedo } = props;
  const { onRetry, onVersions, onPublish, onPaste } = props;
  const { t } = useTranslation('landing-builder');
  usePageTitle(page.title);
  const status = useOfDraft(store, (state) => state.status);
  const canUndo = useOfDraft(store, (state) => state.canUndo);
  const canRedo = useOfDraft(store, (state) => state.canRedo);
  const save =
    status === 'saving' || status === 'waiting'
      ? 'saving'
      : status === 'saved'
        ? 'saved'
        : status === 'failed' || status === 'refused'
          ? 'failed'
          : 'idle';
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-page px-3 py-1.5">
      <Link
        to={paths.landingPages}
        aria-label={t('toolbar.back')}
        className="flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink md:size-9 dark:hover:bg-line"
      >
        <ArrowLeft size={20} aria-hidden="true" />
      </Link>
      <h1 className="max-w-60 truncate font-semibold">{page.title}</h1>
      {/* While a change waits to be saved, what the server last said of the page is not true any more. */}
      <span className="inline-flex gap-1.5 max-md:hidden">
        <Badge tone={page.isOnline ? 'success' : 'neutral'} dot>
          {t(page.isOnline ? 'toolbar.online' : 'toolbar.draft')}
        </Badge>
        {page.isOnline && (page.hasChanges || save === 'saving') && (
          <Badge tone="warning">{t('toolbar.changed')}</Badge>
        )}
      </span>
      <SaveState status={save} onRetry={onRetry} />
      <div role="group" aria-label={t('toolbar.width')} className="flex max-lg:hidden">
        {pageWidths.map((each) => {
          const Icon = screens[each];
          return (
            <IconButton
              key={each}
              label={t('toolbar.pixels', { width: each })}
              active={width === each}
              aria-pressed={width === each}
              onClick={() => onWidth(each)}
            >
              <Icon size={16} />
            </IconButton>
          );
        })}
        <IconButton
          label={t(mode === 'dark' ? 'toolbar.light' : 'toolbar.dark')}
          onClick={() => onMode(mode === 'dark' ? 'light' : 'dark')}
        >
          {mode === 'dark' ? <Sun size={16} /> : <Moon size={16} />}
        </IconButton>
      </div>
      <div className="ml-auto flex items-center gap-1">
        {page.can.edit && (
          <>
            <IconButton label={t('toolbar.undo')} keys="mod+z" disabled={!canUndo} onClick={onUndo}>
              <Undo2 size={16} />
            </IconButton>
            <IconButton label={t('toolbar.redo')} keys="mod+shift+z" disabled={!canRedo} onClick={onRedo}>
              <Redo2 size={16} />
            </IconButton>
            <span className="max-sm:hidden">
              <IconButton label={t('toolbar.paste')} onClick={onPaste}>
                <ClipboardPaste size={16} />
              </IconButton>
            </span>
          </>
        )}
        <IconButton label={t('versions.title')} onClick={onVersions}>
          <History size={16} />
        </IconButton>
        <Tooltip text={t('toolbar.settings')}>
          <Link
            to={paths.landingPageSettings(page.id)}
            aria-label={t('toolbar.settings')}
            className={buttonClass({ variant: 'ghost', className: 'px-3' })}
          >
            <Settings size={16} aria-hidden="true" />
          </Link>
        </Tooltip>
        <Tooltip text={t('toolbar.preview')}>
          <a
            href={`/api/landing-pages/${encodeURIComponent(page.id)}/preview`}
            target="_blank"
            rel="noopener"
            aria-label={t('toolbar.preview')}
            className={buttonClass({ variant: 'ghost', className: 'px-3' })}
          >
            <Eye size={16} aria-hidden="true" />
          </a>
        </Tooltip>
        {page.can.edit && (
          <Button variant="primary" onClick={onPublish}>
            {t('publish.button')}
          </Button>
        )}
      </div>
    </header>
  );
}
