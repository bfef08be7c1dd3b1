import { Puck, type Data } from '@puckeditor/core';
import puckCss from '@puckeditor/core/no-external.css?inline';
import '@puckeditor/core/no-external.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { PageDocument, PageTheme } from '#shared/landing-pages/page-settings.ts';
import { LeaveDialog } from '#features/agents/web/editor/leave-dialog.tsx';
import { useLeaveGuard } from '#features/agents/web/editor/use-leave-guard.ts';
import type { LandingPage } from '../../landing-pages.contract.ts';
import blocksCss from '../../pages/blocks/blocks.css?inline';
import type { PageScene } from '../../pages/blocks/scene.ts';
import { canvasConfig } from './canvas-config.tsx';
import canvasCss from './canvas.css?inline';
import { fromCanvas, toCanvas } from './canvas-data.ts';
import { Workbench } from './workbench.tsx';
import './chrome.css';
import { changedField } from '../draft/page-changes.ts';
import { documentOf, usePageDraft } from '../draft/use-page-draft.ts';

type Props = {
  page: LandingPage;
  facts: PageFacts;
};

/** The page in the canvas: everything that changes it goes through the canvas and is saved from there. */
export function Builder({ page, facts }: Props) {
  const { t } = useTranslation('landing-builder');
  const [first] = useState<PageDocument>(() => documentOf(page));
  const [canvas] = useState<Data>(() => toCanvas(first));
  const [mode, setMode] = useState<PageTheme['mode']>(
    first.settings.theme.mode === 'dark' ? 'dark' : 'light',
  );
  const [store, state] = usePageDraft(page, first);
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
      ),
    [t, language],
  );
  const metadata = useMemo(() => {
    const scene: PageScene = {
      language,
      title: page.title,
      text: (key, variables) => t(`landing-page:${key}`, { lng: language, ...variables }),
      facts,
      agent: first.data.root.props.agent,
      url: page.url,
      now: new Date(),
      htmlFrame: () => null,
      isEditing: true,
      headingBlock: null,
      chat: { kind: 'elsewhere' },
    };
    return { scene, mode };
  }, [t, language, page.title, page.url, facts, first, mode]);
  return (
    <>
      <Puck
        config={config}
        data={canvas}
        metadata={metadata}
        height="100%"
        iframe={{ enabled: true, syncHostStyles: false }}
        viewports={[]}
        dictionary={{
          'action-duplicate': t('inspector.duplicate'),
          'action-delete': t('inspector.remove'),
          'action-selectparent': t('canvas.parent'),
          'loader-loading': t('canvas.loading'),
        }}
        permissions={
          page.can.edit ? {} : { drag: false, duplicate: false, delete: false, edit: false, insert: false }
        }
        overrides={{
          iframe: ({ children }) => (
            <>
              <style>{puckCss}</style>
              <style>{blocksCss}</style>
              <style>{canvasCss}</style>
              {children}
            </>
          ),
        }}
        onChange={(data) => {
          const before = store.get().value;
          const next = fromCanvas(data, before);
          if (JSON.stringify(next) !== JSON.stringify(before))
            store.change(next, changedField(before, next) ?? crypto.randomUUID());
        }}
      >
        <Workbench page={page} facts={facts} store={store} state={state} mode={mode} onMode={setMode} />
      </Puck>
      {guard.isAsking && <LeaveDialog onLeave={guard.leave} onStay={guard.stay} />}
    </>
  );
}
