import { expect, test } from 'vitest';
import { pageLimits } from '#shared/landing-pages/page-data.ts';
import { defaultPageSettings } from '#shared/landing-pages/page-settings.ts';
import { fromCanvas, toCanvas } from './canvas-data.ts';

const settings = defaultPageSettings('en');
const canvasOf = (content: object[]) => ({
  ...toCanvas({ data: { root: { props: { agent: 0 } }, content: [], zones: {} }, settings }),
  content: content as { type: string; props: { id: string } }[],
});
const before = { data: { root: { props: { agent: 0 } }, content: [], zones: {} }, settings };
const dividers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ type: 'divider', props: { id: `divider-${at}` } }));
const within = (levels: number): object =>
  levels === 1
    ? { type: 'divider', props: { id: 'inmost' } }
    : { type: 'columns', props: { id: `columns-${levels}`, first: [within(levels - 1)] } };

test('a canvas that holds more than a page can is not taken for a smaller page', () => {
  const { blocks, levels } = pageLimits;
  expect(fromCanvas(canvasOf(dividers(blocks)), before)?.data.content).toHaveLength(blocks);
  expect(fromCanvas(canvasOf(dividers(blocks + 1)), before)).toBeNull();
  expect(fromCanvas(canvasOf([within(levels)]), before)).not.toBeNull();
  expect(fromCanvas(canvasOf([within(levels + 1)]), before)).toBeNull();
});
