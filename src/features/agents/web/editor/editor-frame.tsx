import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import i18next from 'i18next';
import { Eye } from 'lucide-react';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { ExpiredNotice } from '#ui/page/expired-notice.tsx';
import { ReadOnlyNotice } from '#ui/page/read-only-notice.tsx';
import { useMediaQuery } from '#ui/browser/media.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import type { Agent } from '../../agents.contract.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { CreatedPanel } from '../create/created-panel.tsx';
import { errorText } from './draft-check.ts';
import { AgentStateDialog } from '../list/agents-lifecycle.parts.ts';
import { EditorHeader, type EditorPanel } from './editor-header.tsx';
import { firstDifference } from './agent-draft.ts';
import { withSetting } from '../settings/setting-path.ts';
import { SectionProvider, type EditorSection, type SectionProps } from './editor-section.ts';
import { LivePreview } from '../preview/live-preview.tsx';
import { ModelOffer } from './model-offer.tsx';
import { SectionRail, SectionSelect, type SectionState } from './section-rail.tsx';
import { ShowSetting } from './show-setting.tsx';
import { useDraft } from './use-draft.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const LeaveDialog = lazy(() => import('./leave-dialog.tsx').then((file) => ({ default: file.LeaveDialog })));
const PublishDialog = lazy(() =>
  import('../publish/publish-dialog.tsx').then((file) => ({ default: file.PublishDialog })),
);
const EmbedSheet = lazy(() =>
  import('../install/embed-sheet.tsx').then((file) => ({ default: file.EmbedSheet })),
);
const VersionsSheet = lazy(() =>
  import('../publish/versions-sheet.tsx').then((file) => ({ default: file.VersionsSheet })),
);
const PreviewSheet = lazy(() =>
  import('../preview/preview-sheet.tsx').then((file) => ({ default: file.PreviewSheet })),
);

const loaded = new WeakMap<EditorSection, LazyExoticComponent<ComponentType<SectionProps>>>();

/** A section's component, its code and texts loaded when it is first shown. */
function componentOf(section: EditorSection): LazyExoticComponent<ComponentType<SectionProps>> {
  let component = loaded.get(section);
  if (!component) {
    component = lazy(async () => {
      const [found] = await Promise.all([section.load(), i18next.loadNamespaces([...(section.texts ?? [])])]);
      return { default: found };
    });
    loaded.set(section, component);
  }
  return component;
}

type Props = {
  agent: Agent;
  sections: readonly EditorSection[];
  progress: (collectionId: string) => ReactNode;
};

/** Rail, form and live preview around one draft. */
export function EditorFrame({ agent, sections, progress }: Props) {
  const { t } = useTranslation('agents');
  const client = useQueryClient();
  const [store, state] = useDraft(agent);
  const [panel, setPanel] = useState<EditorPanel | null>(null);
  const [chosen, choose] = useUrlParam<string>('section', sections[0]?.id ?? '', {
    allowed: sections.map(({ id }) => id),
    push: true,
  });
  const [created, setCreated] = useUrlParam<string>('created', '');
  const hasPreview = useMediaQuery('(min-width: 1024px)');
  const column = useTopOfColumn();
  const heading = useRef<HTMLHeadingElement>(null);
  const narrowSearch = useRef<(() => void) | null>(null);
  /** A setting that is to be shown as soon as its section is there. */
  const [wanted, setWanted] = useState<string | null>(null);
  const [asked, setAsked] = useUrlParam<string>('setting', '');
  const changes = useEndpoint(
    'GET /api/agents/{id}/changes',
    { params: { id: agent.id } },
    { enabled: agent.status === 'live' && agent.hasUnpublishedChanges },
  );
  const guard = useLeaveGuard(store);
  const canUndo = agent.can.edit && panel === null;
  useEditorKeys({
    undo: () => canUndo && step('undo'),
    redo: () => canUndo && step('redo'),
    save: () => void store.flush(),
  });

  useEffect(() => {
    if (!asked) return;
    setAsked('');
    setWanted(asked);
  }, [asked, setAsked]);

  const errors = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(state.fields).map(([path, text]) => [path, errorText(t, text) ?? '']),
      ),
    [state.fields, t],
  );
  const touched = (agent.hasUnpublishedChanges ? changes.data?.changes : undefined) ?? [];
  const states = Object.fromEntries(
    sections.map(({ id }): [string, SectionState] => {
      const inSection = (path: string) => path.startsWith(`${id}.`);
      return [
        id,
        Object.keys(errors).some(inSection)
          ? 'error'
          : touched.some((change) => inSection(change.path))
            ? 'changed'
            : 'same',
      ];
    }),
  );
  const section = sections.find(({ id }) => id === chosen) ?? sections[0];
  if (!section) return null;
  const Section = componentOf(section);
  const open = (id: string, path?: string) => {
    choose(id);
    setWanted(path ?? null);
    const top = heading.current;
    // A section that opens above or below what is seen is brought into view: a click that seems to do nothing
    // is none.
    const place = top?.getBoundingClientRect().top ?? 0;
    if (top && (place < 60 || place > innerHeight * 0.4)) top.scrollIntoView({ block: 'start' });
    // Whoever came by keyboard goes on in the section, not through the rest of the list.
    if (!path && document.activeElement?.matches('nav :focus-visible')) top?.focus({ preventScroll: true });
  };
  /** One step back or forth; one that changes another section shows it there. */
  function step(move: 'undo' | 'redo'): void {
    const before = store.get().value;
    store[move]();
    const path = firstDifference(before, store.get().value);
    const [place = ''] = path?.split('.') ?? [];
    if (path && place !== chosen && sections.some(({ id }) => id === place)) open(place, path);
  }
  const props: SectionProps = {
    agent,
    draft: state.value,
    set: (path, value) => store.change(withSetting(store.get().value, path, value), path),
    errors,
    canEdit: agent.can.edit,
    show: open,
  };
  const rail = { sections, current: section.id, onChoose: open, states, narrow: narrowSearch };
  const close = () => setPanel(null);

  return (
    <>
      <EditorHeader
        agent={agent}
        store={store}
        state={state}
        onOpen={setPanel}
        onStep={step}
        onShowSetting={(path) => open(path.split('.', 1)[0] ?? '', path)}
        previewButton={
          !hasPreview && (
            <IconButton label={t('preview.open')} onClick={() => setPanel('preview')}>
              <Eye size={20} />
            </IconButton>
          )
        }
      />
      <div className="mx-auto grid max-w-[88rem] gap-x-8 px-4 py-5 md:px-6 lg:grid-cols-[minmax(0,1fr)_23rem] xl:grid-cols-[12.5rem_minmax(0,1fr)_25rem] xl:gap-x-10">
        <div className="hidden xl:block">
          <div className="sticky top-20">
            <SectionRail {...rail} />
          </div>
        </div>
        <div className="mx-auto w-full max-w-2xl min-w-0 pb-10">
          {agent.can.edit ? (
            <ExpiredNotice className="mb-6">{t('common:lapsed.edit')}</ExpiredNotice>
          ) : (
            <ReadOnlyNotice className="mb-6" />
          )}
          {state.status === 'conflict' && (
            <ConflictNotice agentId={agent.id} store={store} className="sticky top-18 z-20 mb-6" />
          )}
          {created === '1' && (
            <CreatedPanel
              agent={agent}
              progress={progress(agent.collectionId)}
              onKnowledge={() => open('knowledge')}
              onPublish={() => setPanel('publish')}
              onClose={() => setCreated('')}
            />
          )}
          {agent.can.edit &&
            created !== '1' &&
            section.id !== 'ai' &&
            state.value.ai.provider === 'built-in' && (
              <ModelOffer onCompare={() => open('ai', 'ai.provider')} />
            )}
          <div className="mb-5 xl:hidden">
            <SectionSelect {...rail} />
          </div>
          {/* Below the panel of a new agent a short section is brought into view like a long one. */}
          <div className={clsx(created === '1' && 'min-h-[calc(100dvh-6rem)]')}>
            <h2
              ref={heading}
              tabIndex={-1}
              className="mb-1 scroll-mt-32 text-lg font-semibold md:scroll-mt-20"
            >
              {t(`sections.${section.id}.title`)}
            </h2>
            <p className="mb-6 text-pretty text-muted">{t(`sections.${section.id}.intro`)}</p>
            <SectionProvider value={props}>
              <Suspense fallback={<SectionSkeleton />}>
                <Section {...props} key={section.id} />
                {wanted?.startsWith(`${section.id}.`) && (
                  <ShowSetting path={wanted} onShown={() => setWanted(null)} />
                )}
              </Suspense>
            </SectionProvider>
          </div>
        </div>
        {hasPreview && (
          <div ref={column}>
            <LivePreview
              agent={agent}
              draft={state.value}
              className="sticky top-20 h-[calc(100dvh-var(--preview-top,5rem)-1rem)] max-h-[54rem]"
            />
          </div>
        )}
      </div>
      <Suspense>
        {panel === 'state' && <AgentStateDialog agent={agent} onClose={close} />}
        {panel === 'publish' && (
          <PublishDialog
            agent={agent}
            store={store}
            client={client}
            onClose={close}
            onPublished={(isFirst) => setPanel(isFirst ? 'embed' : null)}
          />
        )}
        {panel === 'embed' && (
          <EmbedSheet
            agent={agent}
            tag={state.value.basic.tag}
            onClose={close}
            onPublish={() => setPanel('publish')}
          />
        )}
        {panel === 'versions' && <VersionsSheet agent={agent} store={store} onClose={close} />}
        {panel === 'preview' && !hasPreview && (
          <PreviewSheet agent={agent} draft={state.value} onClose={close} />
        )}
        {guard.isAsking && <LeaveDialog onLeave={guard.leave} onStay={guard.stay} />}
      </Suspense>
    </>
  );
}

/** Keeps the preview as high as the window has room for, also while a banner stands above the editor. */
function useTopOfColumn(): (element: HTMLElement | null) => (() => void) | void {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () =>
      element.style.setProperty(
        '--preview-top',
        `${Math.max(80, Math.round(element.getBoundingClientRect().top))}px`,
      );
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure);
    };
  }, []);
}

function SectionSkeleton() {
  return (
    <div className="grid gap-6">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-16" />
      ))}
    </div>
  );
}
