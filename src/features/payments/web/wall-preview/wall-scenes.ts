import { currencies } from '#shared/money/money.ts';
import {
  offersIn,
  offerSetting,
  type PaymentSection,
  type PaymentType,
  type PaywallBalance,
  type UsageLine,
} from '#features/paywall/paywall.contract.ts';
import type { PaywallScene } from '../../chat/scene.ts';
import { presentOffer } from '../../payments-offers.contract.ts';
import type { Checkout, Offer, Wall } from '../../payments-visitor.contract.ts';

/** What the scenes are about: the agent's own prices, and words that come from outside the chat. */
export type SceneSource = {
  payment: PaymentSection;
  now: Date;
  question: string;
  codeWrong: string;
};
export const sceneGroups = ['left', 'wall', 'system', 'paying', 'previous', 'usage'] as const;
export type Scene = {
  id: string;
  group: (typeof sceneGroups)[number];
  scene: PaywallScene;
};

const nothing: PaywallBalance = {
  state: 'free',
  freeLeft: 0,
  freeTotal: 10,
  packLeft: 0,
  packTotal: 0,
  isLow: false,
  until: null,
  isEnding: false,
  isFrozen: false,
  isTest: false,
};
const email = 'anna@example.com';

/** What the server makes of an agent's payment settings. */
const offersOf = (payment: PaymentSection, percentOff = 0): Offer[] =>
  offersIn(payment).map((setting) => presentOffer(payment, setting, percentOff));

/** What the agent offers beside each other; where it has one offer, what several would look like. */
function several(payment: PaymentSection): PaymentSection {
  if (payment.offers.length > 1) return payment;
  const { least, step } = currencies[payment.currency];
  const times = (factor: number): number =>
    Math.max(least, Math.round((payment.amount * factor) / step) * step);
  const offers = [
    offerSetting.parse({ key: 'small', type: 'pack', messages: 50, amount: times(1) }),
    offerSetting.parse({ key: 'month', type: 'subscription', amount: times(3), recommended: true }),
    offerSetting.parse({ key: 'year', type: 'subscription', interval: 'year', amount: times(30) }),
  ];
  return { ...payment, offers };
}

/** Every state of paying that a visitor can meet, each ready to be shown. */
export function scenesOf({ payment, now, question, codeWrong }: SceneSource): Scene[] {
  const free = { ...nothing, freeTotal: Math.max(1, payment.freeMessages) };
  const usedUp: PaywallBalance = { ...free, state: 'free_used' };
  const size = payment.messagesPerPack;
  const pack: PaywallBalance = {
    ...free,
    state: 'pack',
    packLeft: Math.max(1, Math.ceil(size * 0.62)),
    packTotal: size,
  };
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
  const subscribed: PaywallBalance = { ...free, state: 'subscription', until: inDays(20) };
  const wallOf = (balance: PaywallBalance, change: Partial<Wall> = {}, of = payment): Wall => ({
    balance,
    readiness: 'ready',
    offers: offersOf(of),
    description: of.description,
    buttonText: of.buttonText,
    hasCoupons: of.coupons.length > 0,
    email: null,
    isTest: balance.isTest,
    isElsewhere: false,
    subscription: null,
    ...change,
  });
  const answering = (wall: Wall): PaywallScene['answers'] => ({ 'GET wall': { body: wall } });
  const subscription = (change: Partial<NonNullable<Wall['subscription']>> = {}): Wall['subscription'] => ({
    status: 'active',
    until: inDays(20),
    isEnding: false,
    isPaused: false,
    hasPortal: true,
    ...change,
  });

  const shown = (id: string, balance: PaywallBalance): Scene => ({
    id,
    group: 'left',
    scene: { balance, sheet: null, answers: { ...answering(wallOf(balance)), ...usage(balance) } },
  });
  const selling = (
    id: string,
    type: PaymentType,
    change: Partial<PaymentSection> = {},
    balance = usedUp,
  ): Scene => ({
    id,
    group: 'wall',
    scene: {
      balance,
      sheet: 'wall',
      answers: answering(wallOf(balance, {}, { ...payment, offers: [], type, ...change })),
      waiting: question,
    },
  });
  const system = (id: string, change: Partial<Wall>): Scene => ({
    id,
    group: 'system',
    scene: { balance: usedUp, sheet: 'wall', answers: answering(wallOf(usedUp, change)), waiting: question },
  });
  const paying = (id: string, status: Checkout['status'], balance = usedUp, waited = 0): Scene => ({
    id,
    group: 'paying',
    scene: {
      balance: usedUp,
      sheet: 'wall',
      answers: {
        ...answering(wallOf(balance)),
        'GET checkout/scene': {
          body: {
            purchaseId: 'scene',
            status,
            outcome: null,
            url: status === 'open' ? '#' : null,
            balance,
          } satisfies Checkout,
        },
      },
      purchase: { id: 'scene', url: '#', email, waited },
      waiting: question,
    },
  });
  const previous = (id: string, answers: PaywallScene['answers'], steps: PaywallScene['steps']): Scene => ({
    id,
    group: 'previous',
    scene: {
      balance: usedUp,
      sheet: 'wall',
      answers: { ...answering(wallOf(usedUp)), ...answers },
      steps: [{ press: '#cw-tab-previous' }, ...(steps ?? [])],
    },
  });
  const asked: PaywallScene['steps'] = [{ fill: '#cw-restore-email', text: email }, { press: '.cw-pay' }];
  const typed: PaywallScene['steps'] = [...asked, { fill: '#cw-restore-code', text: '123456' }];
  const line = (id: number, change: Partial<UsageLine>): UsageLine => ({
    id: String(id),
    kind: 'commit',
    lot: 'free',
    amount: -1,
    reason: 'answered',
    note: '',
    excerpt: question,
    isTest: false,
    createdAt: new Date(now.getTime() - (10 - id) * 3_600_000).toISOString(),
    ...change,
  });
  const lines = [
    line(6, { lot: 'pack' }),
    line(5, { kind: 'release', lot: 'pack', amount: 0, reason: 'unsure' }),
    line(4, { kind: 'grant', lot: 'pack', amount: size, reason: 'bought', excerpt: null }),
    line(3, {}),
    line(2, { kind: 'grant', amount: payment.freeMessages, reason: 'free', excerpt: null }),
  ];
  function usage(balance: PaywallBalance, given: UsageLine[] = lines): PaywallScene['answers'] {
    return { 'GET usage': { body: { balance, lines: given, next: null } } };
  }
  const used = (id: string, balance: PaywallBalance, wall: Partial<Wall>, given?: UsageLine[]): Scene => ({
    id,
    group: 'usage',
    scene: {
      balance,
      sheet: 'usage',
      answers: { ...answering(wallOf(balance, { email, ...wall })), ...usage(balance, given) },
    },
  });

  return [
    shown('free', { ...free, freeLeft: free.freeTotal }),
    shown('freeFew', { ...free, freeLeft: Math.min(3, free.freeTotal) }),
    shown('freeUsed', usedUp),
    shown('subscription', subscribed),
    shown('subscriptionEnding', { ...subscribed, isEnding: true }),
    shown('once', { ...free, state: 'once' }),
    shown('pass', { ...free, state: 'once', until: inDays(6) }),
    shown('access', { ...free, state: 'access', until: inDays(30) }),
    shown('pack', pack),
    shown('packLow', { ...pack, packLeft: Math.max(1, Math.min(5, Math.floor(size / 2))), isLow: true }),
    shown('packUsed', { ...pack, state: 'pack_exhausted', packLeft: 0 }),
    shown('frozen', { ...usedUp, isFrozen: true }),
    shown('test', { ...pack, isTest: true }),

    selling('sellSubscription', 'subscription', { trialDays: 0, yearlyAmount: 0 }),
    selling('sellYear', 'subscription', {
      trialDays: 0,
      yearlyAmount: payment.yearlyAmount || payment.amount * 10,
    }),
    selling('sellTrial', 'subscription', { trialDays: payment.trialDays || 14, yearlyAmount: 0 }),
    selling('sellPack', 'pack', {}, { ...pack, state: 'pack_exhausted', packLeft: 0 }),
    selling('sellOnce', 'once', { passDays: 0 }),
    selling('sellPass', 'once', { passDays: payment.passDays || 7 }),
    {
      id: 'sellSeveral',
      group: 'wall',
      scene: {
        balance: usedUp,
        sheet: 'wall',
        answers: answering(wallOf(usedUp, {}, several(payment))),
        waiting: question,
      },
    },
    {
      id: 'sellCoupon',
      group: 'wall',
      scene: {
        balance: usedUp,
        sheet: 'wall',
        answers: answering(wallOf(usedUp, { offers: offersOf(payment, 20), hasCoupons: true })),
      },
    },

    {
      id: 'loading',
      group: 'system',
      scene: { balance: usedUp, sheet: 'wall', answers: { 'GET wall': 'never' } },
    },
    system('initializing', { readiness: 'initializing' }),
    system('notReady', { readiness: 'not_ready' }),
    system('setupFailed', { readiness: 'setup_failed' }),
    system('incomplete', { readiness: 'incomplete' }),
    system('incompleteOwner', { readiness: 'incomplete', missing: ['charges', 'webhook', 'price'] }),
    { id: 'unreachable', group: 'system', scene: { balance: usedUp, sheet: 'wall', answers: {} } },

    paying('payOpen', 'open'),
    {
      id: 'payRefused',
      group: 'paying',
      scene: {
        balance: usedUp,
        sheet: 'wall',
        answers: {
          ...answering(wallOf(usedUp)),
          'POST checkout': { status: 502, code: 'payments.setup_failed', message: '' },
        },
        steps: [{ fill: '#cw-pay-email', text: email }, { press: '.cw-pay' }],
        waiting: question,
      },
    },
    paying('payConfirming', 'processing'),
    paying('payLong', 'processing', usedUp, 60_000),
    paying('payPaid', 'paid', pack),
    paying('payFailed', 'failed'),
    paying('payExpired', 'expired'),

    previous('previous', {}, []),
    previous('codeSent', { 'POST restore': { body: {} } }, asked),
    previous(
      'codeWrong',
      {
        'POST restore': { body: {} },
        'POST restore/confirm': { status: 422, code: 'payments.code_wrong', message: codeWrong },
      },
      typed,
    ),
    previous(
      'codeNothing',
      { 'POST restore': { body: {} }, 'POST restore/confirm': { body: usedUp } },
      typed,
    ),
    previous('codeDone', { 'POST restore': { body: {} }, 'POST restore/confirm': { body: pack } }, typed),

    used('usage', pack, {}),
    used('usageEmpty', { ...free, freeLeft: free.freeTotal }, { email: null }, []),
    used('manage', subscribed, { subscription: subscription() }),
    used(
      'manageEnding',
      { ...subscribed, isEnding: true },
      { subscription: subscription({ isEnding: true }) },
    ),
    used('managePastDue', subscribed, { subscription: subscription({ status: 'past_due' }) }),
  ];
}
