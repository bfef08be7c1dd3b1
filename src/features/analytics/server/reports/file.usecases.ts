import type { AccountScope } from '#platform/http/access.ts';
import { csvCell } from '#shared/text/csv.ts';
import { digitsOf } from '#shared/money/money.ts';
import type { Breakdown } from '../../analytics-figures.contract.ts';
import type { fileFigures } from '../../analytics.contract.ts';
import type { createAgentActivity } from '../figures/agents.usecases.ts';
import type { PeriodQuery } from '../figures/asked-period.usecases.ts';
import type { createBreakdown } from '../figures/breakdown.usecases.ts';
import type { createEngagement } from '../figures/engagement.usecases.ts';
import type { createAnalyticsOverview } from '../figures/overview.usecases.ts';

export type FileQuery = PeriodQuery & {
  figure: (typeof fileFigures)[number];
  by: Breakdown;
};
/** A file's rows; the first one holds the columns' names. */
type Rows = (string | number | null)[][];

export type FileServices = {
  overview: ReturnType<typeof createAnalyticsOverview>;
  activity: ReturnType<typeof createAgentActivity>;
  engagement: ReturnType<typeof createEngagement>;
  breakdown: ReturnType<typeof createBreakdown>;
};

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Amounts are numbers of ours, so that a minus sign in front is no formula. */
const cellOf = (value: string | number | null): string =>
  typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? value : csvCell(value);

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const netColumn = (currency: string): string => `net_${currency.toLowerCase()}`;

/** The rows of a chart as a file that spreadsheets read: the same numbers as on the screen. */
export function createAnalyticsFiles({ overview, activity, engagement, breakdown }: FileServices) {
  async function overviewRows(scope: AccountScope, query: PeriodQuery): Promise<Rows> {
    const { figures, money } = await overview.overview(scope, { ...query, compare: 'false' });
    const sold = money && {
      message_packs: money.packs.value,
      successful_payments: money.successfulPayments.value,
      messages_sold: money.messagesSold.value,
    };
    return [
      ['figure', 'value'],
      ...Object.entries(figures).map(([name, { value }]) => [snake(name), value]),
      ...Object.entries(sold ?? {}),
      ...(money?.currencies ?? []).map(({ currency, net }) => [
        `net_${currency.toLowerCase()}`,
        decimal(net.value, currency),
      ]),
    ];
  }
  async function curveRows(scope: AccountScope, query: PeriodQuery): Promise<Rows> {
    const { curve } = await overview.overview(scope, { ...query, compare: 'false' });
    return [
      ['start_utc', 'views', 'opens', 'visitors', 'conversations', 'messages', 'new_contacts'],
      ...curve.map((point) => [
        point.start,
        point.views,
        point.opens,
        point.visitors,
        point.conversations,
        point.messages,
        point.newContacts,
      ]),
    ];
  }
  async function agentRows(scope: AccountScope, query: PeriodQuery): Promise<Rows> {
    const { rows } = await activity.all(scope, query);
    return [
      ['agent', 'name', 'views', 'conversations', 'contacts', 'events', 'messages'],
      ...rows
        .toSorted((a, b) => b.events - a.events)
        .map((row) => [
          row.id,
          row.name,
          row.views,
          row.conversations,
          row.contacts,
          row.events,
          row.messages,
        ]),
    ];
  }
  async function breakdownRows(scope: AccountScope, query: PeriodQuery & { by: Breakdown }): Promise<Rows> {
    const { rows } = await breakdown.breakdown(scope, query);
    const currencies = [
      ...new Set(rows.flatMap(({ money }) => (money ?? []).map(({ currency }) => currency))),
    ].toSorted();
    return [
      [query.by, 'name', 'visitors', 'conversations', 'messages', ...currencies.map(netColumn)],
      ...rows.map((row) => [
        row.key,
        row.label,
        row.visitors,
        row.conversations,
        row.messages,
        ...currencies.map((currency) => {
          const found = row.money?.find((sum) => sum.currency === currency);
          return found ? decimal(found.net, currency) : null;
        }),
      ]),
    ];
  }
  async function engagementRows(
    scope: AccountScope,
    figure: Exclude<FileQuery['figure'], 'overview' | 'curve' | 'agents' | 'breakdown'>,
    query: PeriodQuery,
  ): Promise<Rows> {
    const read = await engagement.engagement(scope, query);
    const rows: Record<typeof figure, Rows> = {
      heat: [
        ['weekday', ...Array.from({ length: 24 }, (_, hour) => `hour_${hour}`)],
        ...read.heat.map((hours, place) => [weekdays[place] ?? '', ...hours]),
      ],
      depth: [
        ['messages_from', 'messages_to', 'conversations'],
        ...read.depth.map(({ from, to, conversations }) => [from, to, conversations]),
      ],
      questions: [['question', 'count'], ...read.questions.map(({ question, count }) => [question, count])],
      unanswered: [['question', 'count'], ...read.unanswered.map(({ question, count }) => [question, count])],
      feedback: [
        ['thumbs_up', 'thumbs_down', 'answers', 'unsure'],
        [read.feedback.up, read.feedback.down, read.answers, read.unsure],
      ],
      funnel: [['step', 'visitors'], ...read.funnel.map(({ step, visitors }) => [snake(step), visitors])],
    };
    return rows[figure];
  }

  return {
    /** The file and the name under which it is saved. */
    async file(
      scope: AccountScope,
      { figure, by, ...query }: FileQuery,
    ): Promise<{ name: string; text: string }> {
      const rows = await (figure === 'overview'
        ? overviewRows(scope, query)
        : figure === 'curve'
          ? curveRows(scope, query)
          : figure === 'agents'
            ? agentRows(scope, query)
            : figure === 'breakdown'
              ? breakdownRows(scope, { ...query, by })
              : engagementRows(scope, figure, query));
      const days = [query.from, query.to].filter((day) => day !== undefined).join('_') || 'all';
      return {
        name: `${figure === 'breakdown' ? by : figure}-${days}.csv`,
        text: `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`,
      };
    },
  };
}

/** An amount with its decimal point, as spreadsheets add it up. */
function decimal(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
