import type { Data } from '@puckeditor/core';
import fc from 'fast-check';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { noFacts } from '#shared/landing-pages/page-facts.ts';
import type { PageBlock } from '#shared/landing-pages/page-data.ts';
import { defaultPageSettings } from '#shared/landing-pages/page-settings.ts';
import { slotsOf } from '#shared/landing-pages/parse-page.ts';
import { pageData } from '#tests/support/pages/page-arbitrary.ts';
import type { PageScene } from '../../pages/blocks/scene.ts';
import { PageView } from '../../pages/blocks/page-view.tsx';
import { canvasConfig, Surroundings, type CanvasSurroundings } from './canvas-config.tsx';
import { fromCanvas, toCanvas } from './canvas-data.ts';
import { createDrawTurns } from './draw-turns.ts';

const now = new Date('2026-11-28T12:34:56Z');
const words = { title: 'Title', text: 'Text', label: 'Label', item: 'Item' };
const config = canvasConfig(
  (type) => type,
  () => words,
  now,
);
const scene: Omit<PageScene, 'agent' | 'headingBlock' | 'chat'> = {
  language: 'en',
  title: 'A page',
  text: (key) => key,
  facts: noFacts,
  url: 'https://example.com/p/page',
  now,
  mode: 'light',
  htmlFrame: () => null,
  isEditing: true,
};

/** As the canvas draws: each block by what it knows of its kind, places for blocks as parts that draw what lies in them. */
function drawCanvas(data: Data): string {
  const surroundings: CanvasSurroundings = {
    scene: { ...scene, agent: 1, headingBlock: null, chat: { kind: 'elsewhere' } },
    mode: 'light',
    turns: createDrawTurns(),
  };
  const render = (type: string, props: object): ReactNode => {
    const draw = config.components[type]?.render as (given: object) => ReactNode;
    return draw({ ...props, puck: {}, editMode: true });
  };
  const block = (one: PageBlock): ReactNode => {
    const places = slotsOf(one).map(([name, inner]) => [
      name,
      () => inner.map((each) => createElement('i', { key: each.props.id, 'data-off': true }, block(each))),
    ]);
    return render(one.type, { ...one.props, ...Object.fromEntries(places) });
  };
  const root = config.root?.render as unknown as (given: object) => ReactNode;
  const page = root({
    ...data.root.props,
    puck: {},
    children: (data.content as PageBlock[]).map((each) =>
      createElement('i', { key: each.props.id, 'data-off': true }, block(each)),
    ),
  });
  return renderToStaticMarkup(<Surroundings value={surroundings}>{page}</Surroundings>);
}

/** Without what only one of the two has: frames of the canvas, the page's main part, and which heading is the first. */
const bare = (markup: string): string =>
  markup
    .replaceAll(' id="chat"', '')
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<\/?(i|main)( data-off="true"| id="lp-main" tabindex="-1")?>/g, '')
    .replaceAll(/<a class="lp-skip".*?<\/a>|<h1 class="lp-hidden">.*?<\/h1>/g, '')
    .replaceAll(/(<\/?)h1\b/g, '$1h2');

it('a new countdown counts from the moment at which it is put there', () => {
  expect(config.components['countdown']?.defaultProps).toMatchObject({ until: '2026-12-12T13:00:00.000Z' });
});

it('every page that the builder can save is drawn by the server as in the canvas', () => {
  fc.assert(
    fc.property(pageData(6), (data) => {
      const document = { data, settings: defaultPageSettings('en') };
      const canvas = toCanvas(document);
      const saved = fromCanvas(canvas, document);
      expect(saved).toEqual(document);
      const page = renderToStaticMarkup(<PageView data={data} scene={scene} />);
      expect(bare(drawCanvas(canvas))).toBe(bare(page));
    }),
    { numRuns: 60 },
  );
});
