import { paths } from '#shared/paths.ts';
import type { Language } from '#shared/languages.ts';
import type { MailRow, MailSection } from '#shared/mail-document.ts';
import type { ReportRhythm } from '../../analytics-reports.contract.ts';
import type { ReportData } from './report.models.ts';
import { reportWords, type ReportText } from './words.models.ts';

/** A suite of the simulator whose last run failed. */
export type FailingTests = {
  name: string;
  agentId: string;
};

/** The one thing that a letter recommends, with where it is done. */
export type LetterAction = {
  name:
    | 'firstAgent'
    | 'fixTests'
    | 'takeRealMoney'
    | 'answerGap'
    | 'lookAtWall'
    | 'unfinishedPayments'
    | 'thumbsDown'
    | 'notSeen'
    | 'notOpened'
    | 'share';
  variables: Record<string, string | number>;
  path: string;
};

/** What has to happen before something is worth a word: below that it may be chance. */
const enough = { wall: 10, checkouts: 5, thumbsDown: 3, views: 100 };

/**
 * What would help most, by a fixed order: first what is broken, then what costs money, then what visitors did not get,
 * then that more people come.
 */
export function actionOf(
  { overview, engagement, agents }: Pick<ReportData, 'overview' | 'engagement' | 'agents'>,
  failing: readonly FailingTests[],
): LetterAction {
  const at = (step: string): number => engagement.funnel.find((one) => one.step === step)?.visitors ?? 0;
  const [gap] = engagement.unanswered;
  const [failed] = failing;
  const [seen, opened, wall, checkout, paid] = [
    at('seen'),
    at('opened'),
    at('wall'),
    at('checkout'),
    at('paid'),
  ];
  const { up, down } = engagement.feedback;
  const action = (
    name: LetterAction['name'],
    path: string,
    variables: LetterAction['variables'] = {},
  ): LetterAction => ({ name, path, variables });

  if (overview.figures.agents.value === 0) return action('firstAgent', paths.newAgent);
  if (failed) return action('fixTests', paths.agentSimulator, { name: failed.name, number: failing.length });
  if (overview.money?.isTest && wall > 0) return action('takeRealMoney', paths.payments, { number: wall });
  if (gap)
    return action('answerGap', paths.inboxThread(gap.conversationId), {
      question: gap.question,
      number: gap.count,
    });
  if (wall >= enough.wall && checkout / wall < 0.05)
    return action('lookAtWall', paths.agents, { number: wall, checkouts: checkout });
  if (checkout >= enough.checkouts && paid / checkout < 0.5)
    return action('unfinishedPayments', paths.payments, { number: checkout, paid });
  if (down >= enough.thumbsDown && down > up) return action('thumbsDown', paths.inbox, { number: down, up });
  if (seen === 0) return action('notSeen', agents[0] ? paths.editAgent(agents[0].id) : paths.agents);
  if (seen >= enough.views && opened / seen < 0.01)
    return action('notOpened', agents[0] ? paths.editAgent(agents[0].id) : paths.agents, {
      views: seen,
      number: opened,
    });
  return action('share', paths.landingPages);
}

/** Questions that a letter names of each kind. */
const mostQuestions = 5;

/** The parts of a letter that its figures decide, in the words of a language. */
export function letterOf(
  data: ReportData,
  failing: readonly FailingTests[],
  every: ReportRhythm,
  language: Language,
  text: ReportText,
): {
  variables: Record<string, string | number>;
  rows: MailRow[];
  sections: MailSection[];
  action: LetterAction;
} {
  const { overview, engagement } = data;
  const words = reportWords(language, text, overview);
  const say = (key: string, variables?: Record<string, string | number>): string =>
    text(`analytics-report:${key}`, variables);
  const compared = (shown: string, value: number, before: number | null, shownBefore: string): string =>
    before === null
      ? shown
      : `${shown} · ${[words.change(value, before), say('before', { value: shownBefore })].filter(Boolean).join(', ')}`;
  const counted = (name: string, { value, before }: { value: number; before: number | null }): MailRow => ({
    label: text(`analytics:figures.${name}.name`),
    value: compared(words.number(value), value, before, words.number(before ?? 0)),
  });
  const { money } = overview;
  const revenue = text('analytics:figures.revenue.name');
  const action = actionOf(data, failing);
  const listed = (rows: readonly { question: string; count: number }[]): string[] =>
    rows
      .slice(0, mostQuestions)
      .map(({ question, count }) => (count > 1 ? `${question} (${words.number(count)})` : question));
  const sections = [
    {
      title: say(`letter.action.${every}`),
      lines: [say(`action.${action.name}`, numbersShown(action.variables, words.number))],
    },
    { title: text('analytics:figures.questions.name'), lines: listed(engagement.questions) },
    { title: text('analytics:figures.unanswered.name'), lines: listed(engagement.unanswered) },
    { title: say('letter.failing'), lines: failing.slice(0, mostQuestions).map(({ name }) => name) },
  ].filter(({ lines }) => lines.length > 0);
  return {
    action,
    variables: { period: words.period(overview), account: data.accountName },
    rows: [
      ...(money?.currencies ?? []).map(({ currency, net }): MailRow => ({
        label: money?.isTest ? say('letter.testMoney', { name: revenue }) : revenue,
        value: compared(
          words.money({ amount: net.value, currency }),
          net.value,
          net.before,
          words.money({ amount: net.before ?? 0, currency }),
        ),
      })),
      ...(money && money.currencies.length === 0 ? [{ label: revenue, value: words.number(0) }] : []),
      counted('conversations', overview.figures.conversations),
      counted('messages', overview.figures.messages),
      counted('visitors', overview.figures.visitors),
      counted('views', overview.figures.views),
    ],
    sections,
  };
}

const numbersShown = (
  variables: LetterAction['variables'],
  shown: (value: number) => string,
): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'number' ? shown(value) : value,
    ]),
  );
