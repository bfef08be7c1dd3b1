import type { Config } from '@puckeditor/core';
import { createContext, useContext, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { blockTypes, fieldsOf } from '#shared/landing-pages/blocks.ts';
import { placeholderType } from '#shared/landing-pages/parse-page.ts';
import type { PageBlock } from '#shared/landing-pages/page-data.ts';
import type { PageTheme } from '#shared/landing-pages/page-settings.ts';
import { themeCss } from '#shared/landing-pages/theme-css.ts';
import { BlockView } from '../../pages/blocks/block-view.tsx';
import type { PageScene } from '../../pages/blocks/scene.ts';
import { starterValues, type StarterWords } from './canvas-data.ts';
import type { DrawTurns } from './draw-turns.ts';

type Drawn = Record<string, unknown> & { id: string };

/** Everything that the canvas draws with beside the blocks. */
export type CanvasSurroundings = {
  scene: PageScene;
  /** In which light the page is seen. */
  mode: PageTheme['mode'];
  /** When a block is drawn; all are where nothing is drawn again. */
  turns: DrawTurns;
};

/** Not a part of what the canvas hands to blocks: that is copied on the way, and a moment is none any more. */
export const Surroundings = createContext<CanvasSurroundings | null>(null);

function useSurroundings(): CanvasSurroundings {
  const surroundings = useContext(Surroundings);
  if (!surroundings) throw new Error('The canvas has no surroundings');
  return surroundings;
}

const WithinBlock = createContext(false);

/** Number of the page's own agent as it is now: it may be changed while the page is built. */
const PageAgent = createContext(0);

function Drawing({ type, drawn }: { type: string; drawn: Drawn }) {
  const { puck: _puck, editMode: _editMode, ...props } = drawn;
  const agent = useContext(PageAgent);
  const { scene: given, turns } = useSurroundings();
  const scene = useMemo(() => ({ ...given, agent }), [given, agent]);
  const [place] = useState(turns.take);
  const isTurn = useSyncExternalStore(
    turns.subscribe,
    () => turns.isReached(place),
    () => true,
  );
  // A block within another one comes with it.
  const isWithin = useContext(WithinBlock);
  if (!isTurn && !isWithin) return <div className="lp-later" />;
  return (
    <BlockView
      block={{ type, props } as PageBlock}
      scene={scene}
      slot={(name) => {
        const Place = props[name] as ((given: { minEmptyHeight: number }) => ReactNode) | undefined;
        return Place ? (
          <WithinBlock value>
            <Place minEmptyHeight={72} />
          </WithinBlock>
        ) : null;
      }}
    />
  );
}

function CanvasPage({ theme, children }: { theme: PageTheme; children: ReactNode }) {
  const { mode } = useSurroundings();
  const css = useMemo(() => themeCss(theme, mode), [theme, mode]);
  return (
    <div className="lp-page">
      <style>{css}</style>
      {children}
    </div>
  );
}

/** What the canvas knows of each kind of block. It draws them with the page's own parts. */
export function canvasConfig(
  nameOf: (type: string) => string,
  wordsOf: (type: string) => StarterWords,
  now: Date,
): Config {
  const draw = (type: string) => (drawn: unknown) => <Drawing type={type} drawn={drawn as Drawn} />;
  const known = blockTypes.map((type) => [
    type,
    {
      label: nameOf(type),
      defaultProps: starterValues(type, wordsOf(type), now),
      fields: Object.fromEntries(
        Object.entries(fieldsOf(type)).flatMap(([name, { kind }]) =>
          kind === 'slot' ? [[name, { type: 'slot' as const }]] : [],
        ),
      ),
      render: draw(type),
    },
  ]);
  return {
    components: {
      ...Object.fromEntries(known),
      [placeholderType]: { label: nameOf(placeholderType), render: draw(placeholderType) },
    },
    root: {
      render: (given: unknown) => {
        const { agent, theme, children } = given as {
          agent: number;
          theme: PageTheme;
          children: ReactNode;
        };
        return (
          <CanvasPage theme={theme}>
            <PageAgent.Provider value={agent}>{children}</PageAgent.Provider>
          </CanvasPage>
        );
      },
    },
  };
}
