import type { Language } from '#shared/languages.ts';
import { cardFigures, type Breakdown, type Figure } from '../../analytics-figures.contract.ts';
import type { AnalyticsOverview, Engagement } from '../../analytics.contract.ts';
import type { AgentActivity } from '../figures/agents.usecases.ts';
import type { BreakdownRow } from '../figures/breakdown.usecases.ts';
import { reportWords, type ReportText } from './words.models.ts';

/** What a report is made of: the same answers that the screens get. */
export type ReportData = {
  overview: AnalyticsOverview;
  agents: readonly AgentActivity[];
  engagement: Engagement;
  breakdowns: readonly { by: Breakdown; rows: readonly BreakdownRow[]; isHidden: boolean }[];
  /** The one agent that it is about; null: all. */
  agentName: string | null;
  accountName: string;
};

/** A sum in the smallest unit of its currency. */
export type Amount = {
  amount: number;
  currency: string;
};
/** A moment by the clocks of the report's time zone, `2026-05-11T14:00`. */
export type LocalMoment = {
  local: string;
};
export type Cell = string | number | null | Amount | LocalMoment;
export type ReportTable = {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
};

/** What can be drawn; every chart has the numbers of its part's table. */
export type ReportChart =
  | {
      kind: 'curve';
      values: readonly number[];
      before: readonly number[] | null;
      labels: readonly string[];
      /** Of what the values are the smallest unit; null: they are counted. */
      currency: string | null;
    }
  | { kind: 'bars'; bars: readonly { label: string; value: number; shown: string }[] }
  | { kind: 'heat'; rows: readonly { label: string; values: readonly number[] }[] };

export type ReportPart = {
  title: string;
  /** What exactly is counted, as the dashboard says it. */
  formula: string;
  chart: ReportChart | null;
  table: ReportTable;
  /** Said in place of chart and table where there is nothing to show. */
  empty: string | null;
};
export type ReportCard = {
  name: string;
  value: Cell;
  before: Cell;
  /** By how much it changed, in words; null where nothing was compared. */
  change: string | null;
  formula: string;
};
export type Report = {
  language: Language;
  title: string;
  /** What it is about: the account, or its one agent. */
  subject: string;
  period: string;
  /** More about the period and what is left out. */
  notes: readonly string[];
  /** Said where the money in it is none; null where it is real, or not shown. */
  test: string | null;
  cards: readonly ReportCard[];
  sections: readonly { title: string; parts: readonly ReportPart[] }[];
};

/** Rows of a bar chart; tables hold all of them. */
const mostBars = 10;
const curves = ['conversations', 'messages', 'visitors', 'views'] as const;

/** A report in the words of a language. Pure: the same data make the same report. */
export function reportOf(data: ReportData, language: Language, text: ReportText): Report {
  const { overview, engagement } = data;
  const words = reportWords(language, text, overview);
  const say = (key: string, variables?: Record<string, string | number>): string =>
    text(`analytics-report:${key}`, variables);
  const name = (figure: Figure): string => text(`analytics:figures.${figure}.name`);
  const formula = (figure: Figure): string => text(`analytics:figures.${figure}.formula`);
  const { money } = overview;

  const counted = (
    figure: Figure,
    { value, before }: { value: number; before: number | null },
  ): ReportCard => ({
    name: name(figure),
    value,
    before,
    change: words.change(value, before),
    formula: formula(figure),
  });
  const cards: ReportCard[] = [
    ...cardFigures.map((figure) => counted(figure, overview.figures[figure])),
    ...(money?.currencies ?? []).map(({ currency, net }): ReportCard => ({
      name: `${name('revenue')} (${currency})`,
      value: { amount: net.value, currency },
      before: net.before === null ? null : { amount: net.before, currency },
      change: words.change(net.value, net.before),
      formula: formula('revenue'),
    })),
    ...(money
      ? [
          counted('packs', money.packs),
          counted('successfulPayments', money.successfulPayments),
          counted('messagesSold', money.messagesSold),
        ]
      : []),
  ];

  const part = (
    figure: Figure,
    title: string,
    columns: readonly string[],
    rows: readonly (readonly Cell[])[],
    chart: ReportChart | null = null,
    isEmpty = rows.length === 0,
  ): ReportPart => ({
    title,
    formula: formula(figure),
    chart,
    table: { name: title, columns, rows },
    empty: isEmpty ? say('empty') : null,
  });
  const bars = (rows: readonly { label: string; value: number }[]): ReportChart => ({
    kind: 'bars',
    bars: rows.slice(0, mostBars).map((row) => ({ ...row, shown: words.number(row.value) })),
  });

  const labels = overview.curve.map(({ start }) => words.moment(start));
  const time = curves.map((figure) => {
    const values = overview.curve.map((point) => point[figure]);
    const before = overview.curveBefore?.map((point) => point[figure]) ?? null;
    return part(
      figure,
      name(figure),
      [say('column.start'), name(figure), ...(before ? [say('column.before')] : [])],
      overview.curve.map(({ start }, place) => [
        words.local(start),
        values[place] ?? 0,
        ...(before ? [before[place] ?? null] : []),
      ]),
      { kind: 'curve', values, before, labels, currency: null },
      values.every((value) => value === 0),
    );
  });
  const earned = (money?.currencies ?? []).map(({ currency }) => {
    const days = (money?.days ?? [])
      .map(({ day, money: sums, payments }) => ({
        day,
        payments,
        net: sums.find((sum) => sum.currency === currency)?.net ?? 0,
      }))
      .filter(({ net }) => net !== 0);
    return part(
      'revenue',
      `${name('revenue')} (${currency})`,
      [say('column.day'), name('revenue'), name('successfulPayments')],
      days.map(({ day, net, payments }) => [{ local: day }, { amount: net, currency }, payments]),
      days.length > 31
        ? {
            kind: 'curve',
            values: days.map(({ net }) => net),
            before: null,
            labels: days.map(({ day }) => words.day(day)),
            currency,
          }
        : {
            kind: 'bars',
            bars: days.map(({ day, net }) => ({
              label: words.day(day),
              value: Math.max(0, net),
              shown: words.money({ amount: net, currency }),
            })),
          },
    );
  });

  const questionRows = (rows: Engagement['questions']) =>
    rows.map(({ question, count }) => [question, count]);
  const questionColumns = [say('column.question'), say('column.count')];
  const depth = engagement.depth.map((row) => ({ label: words.depth(row), value: row.conversations }));
  const steps = engagement.funnel.map(({ step, visitors }) => ({
    label: say(`step.${step}`),
    value: visitors,
  }));
  const { calls } = engagement;
  const engaged = [
    part(
      'heat',
      name('heat'),
      [say('column.weekday'), ...Array.from({ length: 24 }, (_, hour) => String(hour))],
      engagement.heat.map((hours, day) => [words.weekday(day), ...hours]),
      {
        kind: 'heat',
        rows: engagement.heat.map((values, day) => ({ label: words.weekday(day), values })),
      },
      engagement.heat.every((hours) => hours.every((value) => value === 0)),
    ),
    part(
      'depth',
      name('depth'),
      [name('messages'), name('conversations')],
      depth.map(({ label, value }) => [label, value]),
      bars(depth),
      depth.every(({ value }) => value === 0),
    ),
    part(
      'funnel',
      name('funnel'),
      [say('column.step'), name('visitors')],
      steps.map(({ label, value }) => [label, value]),
      bars(steps),
      steps.every(({ value }) => value === 0),
    ),
    part('questions', name('questions'), questionColumns, questionRows(engagement.questions)),
    part('unanswered', name('unanswered'), questionColumns, questionRows(engagement.unanswered)),
    part(
      'thumbsUp',
      say('feedback'),
      [name('thumbsUp'), name('thumbsDown'), say('column.answers'), say('column.unsure')],
      [[engagement.feedback.up, engagement.feedback.down, engagement.answers, engagement.unsure]],
      null,
      engagement.answers === 0,
    ),
    part(
      'calls',
      name('calls'),
      [
        name('calls'),
        ...['minutes', 'interruptions', 'firstSound', 'cost'].map((of) => text(`analytics:calls.${of}`)),
      ],
      [
        [
          calls.calls,
          calls.minutes,
          calls.interruptions,
          calls.firstSoundMs && `${words.number(calls.firstSoundMs.median)} ms`,
          { amount: Math.round(calls.costMicros / 10_000), currency: 'USD' },
        ],
      ],
      null,
      calls.calls === 0,
    ),
  ];

  const brokenDown = (wanted: readonly Breakdown[]): ReportPart[] =>
    data.breakdowns
      .filter(({ by }) => wanted.includes(by))
      .map(({ by, rows, isHidden }) => {
        const currencies = (money?.currencies ?? []).map(({ currency }) => currency);
        const named = rows.map((row) => ({ ...row, label: words.labelOf(by, row) }));
        const made = part(
          'breakdown',
          say(`by.${by}`),
          [
            say(`by.${by}`),
            name('visitors'),
            name('conversations'),
            name('messages'),
            ...currencies.map((currency) => `${name('revenue')} (${currency})`),
          ],
          named.map((row) => [
            row.label,
            row.visitors,
            row.conversations,
            row.messages,
            ...currencies.map((currency) => {
              const sum = row.money?.find((one) => one.currency === currency);
              return sum ? { amount: sum.net, currency } : null;
            }),
          ]),
          bars(named.map(({ label, visitors }) => ({ label, value: visitors }))),
        );
        return isHidden ? { ...made, empty: say('hidden') } : made;
      });

  const { before } = overview;
  return {
    language,
    title: say('title'),
    subject: data.agentName ?? data.accountName,
    period: words.period(overview),
    notes: [
      say('zone', { zone: overview.zone }),
      ...(before ? [say('compared', { period: words.period(before) })] : []),
      ...(overview.hidesPassive ? [say('hidesPassive')] : []),
      ...(money === null ? [say('noMoney')] : []),
    ],
    test: money?.isTest ? say('test') : null,
    cards,
    sections: [
      { title: say('section.time'), parts: [...time, ...earned] },
      {
        title: say('section.agents'),
        parts: [
          part(
            'events',
            say('section.agents'),
            [
              say('column.agent'),
              name('views'),
              name('conversations'),
              name('newContacts'),
              name('messages'),
              name('events'),
            ],
            data.agents.map((row) => [
              row.name || row.id,
              row.views,
              row.conversations,
              row.contacts,
              row.messages,
              row.events,
            ]),
          ),
        ],
      },
      { title: say('section.engagement'), parts: engaged },
      { title: say('section.location'), parts: brokenDown(['country', 'language']) },
      { title: say('section.devices'), parts: brokenDown(['device', 'browser', 'os']) },
      { title: say('section.sources'), parts: brokenDown(['source', 'referrer', 'campaign']) },
    ],
  };
}
