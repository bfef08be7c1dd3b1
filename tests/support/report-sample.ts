import type { ReportData } from '#features/analytics/server/reports/report.models.ts';
import { breakdowns, funnelSteps } from '#features/analytics/analytics-figures.contract.ts';

const compared = (value: number, before: number | null) => ({ value, before });
const dayOf = (place: number): string => new Date(Date.UTC(2026, 3, 27 + place)).toISOString().slice(0, 10);

/** Figures of two weeks as the use cases give them, with hostile and foreign names in them. */
export function reportSample(change: Partial<ReportData['overview']> = {}): ReportData {
  const curve = Array.from({ length: 14 }, (_, place) => ({
    start: `${dayOf(place)}T00:00:00.000Z`,
    views: 120 + place * 13,
    opens: 40 + place * 3,
    visitors: 30 + ((place * 7) % 11),
    conversations: 12 + ((place * 5) % 9),
    messages: 60 + ((place * 17) % 40),
    newContacts: place % 3,
  }));
  const period = { zone: 'Europe/Prague', from: '2026-04-27', to: '2026-05-10' };
  const row = (key: string, visitors: number) => ({
    key,
    label: key,
    visitors,
    conversations: Math.round(visitors / 2),
    messages: visitors * 3,
    money: [{ currency: 'EUR', net: visitors * 150 }],
  });
  const keys: Partial<Record<(typeof breakdowns)[number], string[]>> = {
    country: ['CZ', 'DE', 'FR', 'BR', ''],
    language: ['cs-CZ', 'en', 'pt-BR'],
    device: ['smartphone', 'desktop', 'tablet'],
    browser: ['Chrome', 'Safari', 'Firefox'],
    os: ['Android', 'iOS', 'Windows'],
    source: ['=HYPERLINK("https://evil.example")', 'newsletter', ''],
    referrer: ['news.example', ''],
    campaign: [],
  };
  return {
    accountName: 'Kavárna U Příšerně žluťoučkého koně',
    agentName: null,
    overview: {
      ...period,
      before: { zone: 'Europe/Prague', from: '2026-04-13', to: '2026-04-26' },
      unit: 'day',
      figures: {
        agents: compared(3, 2),
        activeContacts: compared(41, 35),
        totalContacts: compared(1_204, 1_180),
        conversations: compared(228, 190),
        messages: compared(1_120, 1_301),
        visitors: compared(488, 0),
        views: compared(2_863, 2_800),
      },
      money: {
        isTest: true,
        currencies: [
          {
            currency: 'EUR',
            gross: compared(130_900, 90_000),
            refunded: compared(1_190, 0),
            net: compared(129_710, 90_000),
          },
          { currency: 'JPY', gross: compared(4_000, 0), refunded: compared(0, 0), net: compared(4_000, 0) },
        ],
        packs: compared(98, 71),
        successfulPayments: compared(110, 80),
        messagesSold: compared(19_600, 14_200),
        days: [0, 3, 4, 9].map((place) => ({
          day: dayOf(place),
          money: [{ currency: 'EUR', net: place === 4 ? -1_190 : 32_000 + place * 900 }],
          payments: 20 + place,
        })),
      },
      curve,
      curveBefore: curve.map((point) => ({
        ...point,
        messages: 70,
        conversations: 14,
        visitors: 28,
        views: 200,
      })),
      hidesPassive: false,
      hidesLocation: false,
      ...change,
    },
    agents: [
      {
        id: 'agt_1',
        name: 'Barista 🤖',
        views: 2_000,
        conversations: 140,
        contacts: 30,
        events: 5_000,
        messages: 800,
      },
      {
        id: 'agt_2',
        name: '+SUM(A1:A9)',
        views: 863,
        conversations: 88,
        contacts: 11,
        events: 2_100,
        messages: 320,
      },
    ],
    engagement: {
      ...period,
      heat: Array.from({ length: 7 }, (_, day) =>
        Array.from({ length: 24 }, (__, hour) =>
          hour > 7 && hour < 22 ? ((hour * 3 + day * 5) % 17) + 1 : 0,
        ),
      ),
      calls: {
        calls: 12,
        minutes: 41,
        interruptions: 5,
        firstSoundMs: { median: 640, slow: 1_150 },
        costMicros: 1_240_000,
        chargedMessages: 60,
      },
      depth: [
        { from: 1, to: 1, conversations: 60 },
        { from: 2, to: 3, conversations: 90 },
        { from: 4, to: 6, conversations: 50 },
        { from: 7, to: null, conversations: 28 },
      ],
      questions: [
        { question: 'Máte otevřeno i v neděli?', count: 31, agentId: 'agt_1', conversationId: 'cnv_1' },
        { question: '=cmd|calc', count: 9, agentId: 'agt_1', conversationId: 'cnv_2' },
      ],
      unanswered: [
        {
          question:
            'Do you cater for weddings of more than a hundred guests, and what would that cost per head?',
          count: 4,
          agentId: 'agt_1',
          conversationId: 'cnv_3',
        },
      ],
      unsure: 12,
      answers: 540,
      feedback: { up: 44, down: 6 },
      funnel: funnelSteps.map((step, place) => ({ step, visitors: Math.round(2_863 / 2 ** place) })),
    },
    breakdowns: breakdowns.flatMap((by) => {
      const found = keys[by];
      return found
        ? [{ by, isHidden: false, rows: found.map((key, place) => row(key, 200 - place * 40)) }]
        : [];
    }),
  };
}
