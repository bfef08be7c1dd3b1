import { expect, test } from 'vitest';
import { csvOf, fileNameOf } from './export-chart.ts';

test('a chart’s file holds its rows, and nothing in it becomes a formula', () => {
  expect(
    csvOf([
      ['Campaign', 'Visitors'],
      ['=HYPERLINK("x")', 3],
      ['Summer, late', -2],
    ]),
  ).toBe('\uFEFFCampaign,Visitors\r\n"\'=HYPERLINK(""x"")",3\r\n"Summer, late",-2\r\n');
});

test('a chart’s title makes a name for its file in each language', () => {
  expect(fileNameOf('Nejčastější dotazy: 2026/11')).toBe('nejcastejsi-dotazy-2026-11');
  expect(fileNameOf('???')).toBe('chart');
});
