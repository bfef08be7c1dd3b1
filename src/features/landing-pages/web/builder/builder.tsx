import { Puck, type Data, type Overrides } from '@puckeditor/core';
import puckCss from '@puckeditor/core/no-external.css?inline';
import '@puckeditor/core/no-external.css';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { PageDocument, PageTheme } from '#shared/landing-pages/page-settings.ts';
import { LeaveDialog } from '#features/agents/web/editor/leave-dialog.tsx';
import { useLeaveGuard } from '#features/agents/web/editor/use-leave-guard.ts';
import type { LandingPage } from '../../landing-pages.contract.ts';
import blocksCss from '../../pages/blocks/blocks.css?inline';
import type { PageScene } from '../../pages/blocks/scene.ts';
import { canvasConfig, Surroundings } from '../canvas/canvas-config.tsx';
import canvasCss from '../canvas/canvas.css?inline';
import { fromCanvas, toCanvas } from '../canvas/canvas-data.ts';
import { createDrawTurns } from '../canvas/draw-turns.ts';
import { Workbench } from './workbench.tsx';
import './chrome.css';
import { changedField } from '../draft/page-changes.ts';
import { documentOf, usePageDraft } from '../draft/use-page-draft.ts';

type Props = {
  page: LandingPage;
  facts: PageFacts;
};

// Whatever the canvas is given must stay the same thing while somebody types: what is new to it, it draws anew.
const overrides: Partial<Overrides> = {
  iframe: ({ children }: { children: ReactNode }) => (
    <>
      <style>{puckCss}</style>
      <style>{blocksCss}</style>
      <style>{canvasCss}</style>
      {children}
    </>
  ),
};
const frame = { enabled: true, syncHostStyles: false };
const viewports: [] = [];
const everything = {};
const nothing = { drag: false, duplicate: false, delete: false, edit: false, insert: false };

/** The page in the canvas: everything that changes it goes through the canvas and is saved from there. */
export function Builder({ page, facts }: Props) {
  const { t } = useTranslation('landing-builder');
  const [first] = useState<PageDocument>(() => documentOf(page));
  const [canvas] = useState<Data>(() => toCanvas(first));
  const [now] = useState(() => new Date());
  const [turns] = useState(createDrawTurns);
  const [mode, setMode] = useState<PageTheme['mode']>(
    first.settings.theme.mode === 'dark' ? 'dark' : 'light',
  );
  /** How often the canvas held more than a page can. */
  const [refusals, setRefusals] = useState(0);
  const store = usePageDraft(page, first);
  const guard = useLeaveGuard(store);
  const { language } = first.settings;
  const config = useMemo(
    () =>
      canvasConfig(
        (type) => t(`types.${type}`),
        (type) => ({
          title: t(`types.${type}`, { lng: language }),
          text: t('starter.text', { lng: language }),
          label: t('starter.label', { lng: language }),
          item: t('starter.item', { lng: language }),
        }),
        now,
      ),
    [t, language, now],
  );
  const surroundings = useMemo(() => {
    const scene: PageScene = {
      language,
      title: page.title,
      text: (key, variables) => t(`landing-page:${key}`, { lng: language, ...variables }),
      facts,
      agent: first.data.root.props.agent,
      url: page.url,
      now,
      mode,
      htmlFrame: () => null,
      isEditing: true,
      headingBlock: null,
      chat: { kind: 'elsewhere' },
    };
    return { scene, mode, turns };
  }, [turns, t, language, page.title, page.url, facts, first, mode, now]);
  const dictionary = useMemo(
    () => ({
      'action-duplicate': t('inspector.duplicate'),
      'action-delete': t('inspector.remove'),
      'action-selectparent': t('canvas.parent'),
      'loader-loading': t('canvas.loading'),
    }),
    [t],
  );
  const change = useCallback(
    (data: Data): void => {
      const before = store.get().value;
      const next = fromCanvas(data, before);
      if (!next) setRefusals((count) => count + 1);
      else if (JSON.stringify(next) !== JSON.stringify(before))
        store.change(next, changedField(before, next) ?? crypto.randomUUID());
    },
    [store],
  );
  return (
    <Surroundings value={surroundings}>
      <Puck
        config={config}
        data={canvas}
        height="100%"
        iframe={frame}
        viewports={viewports}
        dictionary={dictionary}
        permissions={page.can.edit ? everything : nothing}
        overrides={overrides}
        onChange={change}
      >
        <Workbench page={page} facts={facts} store={store} mode={mode} onMode={setMode} refusals={refusals} />
      </Puck>
      {guard.isAsking && <LeaveDialog onLeave={guard.leave} onStay={guard.stay} />}
    </Surroundings>
  );
}
