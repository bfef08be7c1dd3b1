import { Puck } from '@puckeditor/core';
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageLimits } from '#shared/landing-pages/page-data.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { PageTheme } from '#shared/landing-pages/page-settings.ts';
import { draftFields } from '#features/agents/web/editor/use-editor-keys.ts';
import { useMediaQuery } from '#ui/browser/media.ts';
import { useRestOfWindow } from '#ui/browser/rest-of-window.ts';
import { Button } from '#ui/controls/button.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { Dialog, Sheet } from '#ui/overlay/dialog.tsx';
import { ReadOnlyNotice } from '#ui/page/read-only-notice.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { copiedBlock } from './block-clipboard.ts';
import { useCanvas, useCanvasActions } from '../canvas/canvas-actions.ts';
import { toCanvas } from '../canvas/canvas-data.ts';
import { ChecksList } from '../checks/checks-list.tsx';
import { ConflictCallout } from '../draft/conflict-callout.tsx';
import { Inspector } from './inspector.tsx';
import { Look } from './look.tsx';
import { Palette } from './palette.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { Structure } from './structure.tsx';
import { Toolbar } from './toolbar.tsx';
import { useFit } from './use-fit.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { documentOf, useOfDraft, type PageDraftStore } from '../draft/use-page-draft.ts';
import { VersionsSheet } from './versions-sheet.tsx';

type Props = {
  page: LandingPage;
  facts: PageFacts;
  store: PageDraftStore;
  /** In which light the canvas is seen. */
  mode: PageTheme['mode'];
  onMode: (mode: PageTheme['mode']) => void;
  /** How often the canvas held more than a page can: what the page holds is shown again, and why is said. */
  refusals: number;
};

type Panel = 'insert' | 'blocks' | 'edit' | 'publish' | 'versions' | null;

/** What stands around the canvas: blocks and structure, the canvas, what can be said of the chosen block. */
export function Workbench({ page, facts, store, mode, onMode, refusals }: Props) {
  const { t } = useTranslation('landing-builder');
  const actions = useCanvasActions();
  const [panel, setPanel] = useState<Panel>(null);
  // Beside the panels of a smaller window, words of the widest page could not be read.
  const [width, setWidth] = useState<number>(() => (innerWidth < 1_500 ? 768 : 1_280));
  const [left, setLeft] = useState<'add' | 'structure'>('add');
  const [right, setRight] = useState<'block' | 'look' | 'checks'>('block');
  const isWide = useMediaQuery('(min-width: 1100px)');
  const selected = useCanvas((canvas) => canvas.selectedItem?.props.id as string | undefined);
  const [box, scale] = useFit(width);
  const canEdit = page.can.edit;
  const isConflict = useOfDraft(store, ({ status }) => status === 'conflict');
  const language = useOfDraft(store, ({ value }) => value.settings.language);
  const revision = useOfDraft(store, (state) => state.revision);
  const frame = useRestOfWindow();
  /** How often somebody who writes was brought to the chosen block. */
  const [turn, setTurn] = useState(0);
  const add = useCallback(
    (type: string): void => {
      actions.add(type);
      setPanel(null);
      setRight('block');
    },
    [actions],
  );
  useEffect(() => {
    if (turn > 0) document.querySelector<HTMLElement>('[data-chosen-block]')?.focus();
  }, [turn]);
  const paste = (): void => {
    const block = copiedBlock();
    if (block) actions.paste(block);
    else toast({ title: t('inspector.nothingCopied') });
  };
  const show = (): void => actions.show(toCanvas(store.get().value));
  const showAgain = useEffectEvent(() => {
    show();
    toast({ title: t('canvas.full', pageLimits), variant: 'destructive' });
  });
  useEffect(() => {
    if (refusals > 0) showAgain();
  }, [refusals]);
  const undo = (): void => {
    store.undo();
    show();
  };
  const redo = (): void => {
    store.redo();
    show();
  };
  /** Takes what the server has; one's own is one undo away. */
  const take = (next: LandingPage, title: string): void => {
    store.replace(documentOf(next), next.draftRevision);
    show();
    toast({ title, action: { label: t('common:actions.undo'), onClick: undo } });
  };
  const openPublish = async (): Promise<void> => {
    if (await store.flush()) setPanel('publish');
  };
  const said = useCanvasKeys({
    actions,
    selected,
    canEdit,
    onUndo: undo,
    onRedo: redo,
    onInsert: () => setPanel('insert'),
    onSave: () => void store.flush(),
    onPaste: paste,
  });
  const close = (): void => setPanel(null);
  const leftTabs = (
    <Tabs
      label={t('panels.left')}
      value={left}
      onChange={setLeft}
      stretch
      tabs={[
        {
          value: 'add',
          label: t('panels.add'),
          content: (
            <div className="pt-4">
              <Palette onAdd={add} isDraggable={isWide} />
            </div>
          ),
        },
        {
          value: 'structure',
          label: t('panels.structure'),
          content: (
            <div className="pt-4">
              <Structure
                actions={actions}
                canEdit={canEdit}
                onChoose={() => {
                  setRight('block');
                  if (isWide) setTurn((count) => count + 1);
                  else setPanel('edit');
                }}
              />
            </div>
          ),
        },
      ]}
    />
  );
  const toBlock = (): void => setRight('block');
  const rightTabs = (
    <Tabs
      label={t('panels.right')}
      value={right}
      onChange={setRight}
      stretch
      tabs={[
        {
          value: 'block',
          label: t('panels.block'),
          content: (
            <div className="pt-4">
              <Inspector
                pageId={page.id}
                language={language}
                facts={facts}
                actions={actions}
                canEdit={canEdit}
              />
            </div>
          ),
        },
        {
          value: 'look',
          label: t('panels.look'),
          content: (
            <fieldset disabled={!canEdit} className="min-w-0 pt-4">
              <Look facts={facts} actions={actions} />
            </fieldset>
          ),
        },
        {
          value: 'checks',
          label: t('panels.checks'),
          content: (
            <div className="pt-4">
              <ChecksList facts={facts} actions={actions} onChoose={toBlock} />
            </div>
          ),
        },
      ]}
    />
  );
  const panelClass = 'min-h-0 overflow-y-auto border-line bg-page p-4';
  return (
    <div
      ref={frame}
      className="page-builder fills-window flex min-h-0 flex-col border-line bg-sunken [.subscription-banner~&]:border-t"
      style={{ height: 'var(--rest-of-window, 100dvh)' }}
      {...draftFields}
    >
      <Toolbar
        page={page}
        store={store}
        width={width}
        mode={mode}
        onWidth={setWidth}
        onMode={onMode}
        onUndo={undo}
        onRedo={redo}
        onRetry={() => void store.flush()}
        onVersions={() => void store.flush().then(() => setPanel('versions'))}
        onPublish={() => void openPublish()}
        onPaste={paste}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      {!canEdit && <ReadOnlyNotice className="m-3 mb-0" />}
      {isConflict && <ConflictCallout pageId={page.id} store={store} onTake={take} onMerged={show} />}
      <div
        className={isWide ? 'grid min-h-0 grow grid-cols-[264px_minmax(0,1fr)_340px]' : 'flex min-h-0 grow'}
      >
        {isWide && (
          <aside aria-label={t('panels.left')} className={`${panelClass} border-r`}>
            {canEdit ? leftTabs : <Structure actions={actions} canEdit={false} />}
          </aside>
        )}
        <div className="min-h-0 min-w-0 grow overflow-hidden p-3">
          <div ref={box} className="flex h-full justify-center">
            <div
              className="h-full shrink-0 overflow-hidden"
              style={{ width: isWide ? width * scale : '100%' }}
            >
              <div
                className="page-builder-canvas flex flex-col overflow-hidden rounded-card border border-line bg-surface"
                style={
                  isWide
                    ? { width, height: `${100 / scale}%`, scale: String(scale), transformOrigin: 'top left' }
                    : { width: '100%', height: '100%' }
                }
                data-width={width}
              >
                <Puck.Preview />
              </div>
            </div>
          </div>
        </div>
        {isWide && (
          <aside aria-label={t('panels.right')} className={`${panelClass} border-l`}>
            {rightTabs}
          </aside>
        )}
      </div>
      {!isWide && (
        <div className="flex gap-2 border-t border-line bg-page p-2">
          <Button className="grow" onClick={() => setPanel('blocks')}>
            <Plus size={16} aria-hidden="true" />
            {t('panels.left')}
          </Button>
          <Button className="grow" variant="primary" onClick={() => setPanel('edit')}>
            {t('panels.right')}
          </Button>
        </div>
      )}
      <Sheet
        open={!isWide && panel === 'blocks'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('panels.left')}
      >
        {leftTabs}
      </Sheet>
      <Sheet
        open={!isWide && panel === 'edit'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('panels.right')}
      >
        <div {...draftFields}>{rightTabs}</div>
      </Sheet>
      {panel === 'insert' && (
        <Dialog open onOpenChange={(isOpen) => !isOpen && close()} title={t('palette.title')}>
          <Palette
            onAdd={(type) => {
              add(type);
              // Whoever writes goes on with the new block.
              setTurn((count) => count + 1);
            }}
            isDraggable={false}
          />
        </Dialog>
      )}
      {panel === 'publish' && <PublishDialog page={page} revision={revision} onClose={close} />}
      {panel === 'versions' && (
        <VersionsSheet
          page={page}
          revision={revision}
          onClose={close}
          onRestored={(restored, version) => {
            take(restored, t('versions.restored', { version }));
            close();
          }}
        />
      )}
    </div>
  );
}
