import path from 'node:path';
import { expect, test } from 'vitest';
import { createTranslator } from '#platform/i18n/translator.ts';
import { reportSample } from '#tests/support/report-sample.ts';
import { actionOf, letterOf } from './letter.models.ts';
import { summaryCsv, summaryTable } from './report-sheets.models.ts';
import { reportOf, type ReportData } from './report.models.ts';

const translator = createTranslator(path.join(process.cwd(), 'locales'));
const text = (key: string, variables?: Record<string, string | number>): string =>
  translator.text('en', key, variables);

test('a report holds the numbers of the screens, each with what it counts', () => {
  const report = reportOf(reportSample(), 'en', text);
  expect(report.test).toContain('Test money');
  expect(report.cards.find(({ name }) => name === 'Conversations')).toMatchObject({
    value: 228,
    before: 190,
    change: '+20%',
    formula: expect.stringContaining('Conversations that began'),
  });
  // From nothing there is no share.
  expect(report.cards.find(({ name }) => name === 'Visitors')).toMatchObject({ before: 0, change: null });
  const parts = report.sections.flatMap((section) => section.parts);
  expect(parts.find(({ title }) => title === 'Conversations')?.table.rows[0]).toEqual([
    { local: '2026-04-27' },
    12,
    14,
  ]);
  expect(parts.find(({ title }) => title === 'Country')?.table.rows[0]).toEqual([
    'Czechia',
    200,
    100,
    600,
    { amount: 30_000, currency: 'EUR' },
    null,
  ]);
  expect(parts.find(({ title }) => title === 'Campaign')?.empty).not.toBeNull();
  expect(parts.every(({ formula }) => formula.length > 10 && !formula.includes('analytics'))).toBe(true);
});

test('who may not see money gets a report without any, and is told', () => {
  const report = reportOf(reportSample({ money: null }), 'en', text);
  expect(JSON.stringify(report)).not.toMatch(/EUR|Revenue/);
  expect(report.notes.join(' ')).toContain('contains no money');
});

test('the CSV is the summary; names that look like formulas are none', () => {
  const data = { ...reportSample(), agentName: '=HYPERLINK("x")' };
  const csv = summaryCsv(reportOf(data, 'en', text), text);
  expect(csv).toContain(`About,"'=HYPERLINK(""x"")"`);
  expect(csv).toContain('Net revenue (EUR),1297.10,900.00,EUR');
  expect(summaryTable(reportOf(data, 'en', text), text).rows.length).toBeGreaterThan(12);
});

test('a letter recommends one thing: what is broken, then money, then what visitors did not get', () => {
  const sample = reportSample();
  const funnel = (wall: number, checkout: number, paid: number): ReportData['engagement'] => ({
    ...sample.engagement,
    unanswered: [],
    funnel: sample.engagement.funnel.map((row) => ({
      ...row,
      visitors: { seen: 500, opened: 90, wall, checkout, paid }[row.step as string] ?? 10,
    })),
  });
  const real = {
    ...sample.overview,
    money: sample.overview.money && { ...sample.overview.money, isTest: false },
  };
  const name = (
    engagement: ReportData['engagement'],
    failing: { name: string; agentId: string }[] = [],
    overview: ReportData['overview'] = real,
  ): string => actionOf({ overview, engagement, agents: sample.agents }, failing).name;
  const suite = [{ name: 'Prices', agentId: 'agt_1' }];
  const noAgents = { ...real, figures: { ...real.figures, agents: { value: 0, before: null } } };
  expect(name(sample.engagement, suite, noAgents)).toBe('firstAgent');
  expect(name(sample.engagement, suite)).toBe('fixTests');
  expect(name(sample.engagement, [], sample.overview)).toBe('takeRealMoney');
  expect(name(sample.engagement)).toBe('answerGap');
  expect(name(funnel(100, 2, 1))).toBe('lookAtWall');
  expect(name(funnel(100, 20, 3))).toBe('unfinishedPayments');
  expect(name({ ...funnel(0, 0, 0), feedback: { up: 1, down: 5 } })).toBe('thumbsDown');
  expect(name({ ...funnel(0, 0, 0), funnel: [{ step: 'seen', visitors: 0 }] })).toBe('notSeen');
  expect(
    name({
      ...funnel(0, 0, 0),
      funnel: [
        { step: 'seen', visitors: 900 },
        { step: 'opened', visitors: 2 },
      ],
    }),
  ).toBe('notOpened');
  expect(name(funnel(0, 0, 0))).toBe('share');
});

test('a letter marks test money and lists what failed', () => {
  const letter = letterOf(reportSample(), [{ name: 'Prices', agentId: 'agt_1' }], 'week', 'en', text);
  expect(letter.rows[0]).toEqual({
    label: 'Net revenue (test money)',
    value: '€1,297.10 · +44%, before: €900.00',
  });
  expect(letter.sections.map(({ title }) => title)).toEqual([
    'One thing for this week',
    'Top questions',
    'Unanswered',
    'Tests that fail',
  ]);
});
