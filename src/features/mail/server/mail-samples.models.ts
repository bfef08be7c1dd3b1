import type { Language } from '#shared/languages.ts';
import { labelled } from '#shared/mail-document.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { MailKind } from '../mail.contract.ts';
import type { MailRequest } from './mail.usecases.ts';

type Sample = Omit<MailRequest, 'kind' | 'to' | 'language' | 'variables' | 'accountId'> & {
  variables?: Record<string, string | number>;
};
type Text = (key: string, variables?: Record<string, string | number>) => string;

const agent = 'Linden Bakery';
const account = 'Linden & Sons';
const plan = 'Chatelier Pro';
const member = 'Vera Novak';
const visitor = 'Jana Bright';
const day = new Date('2026-05-18T10:00:00Z');

/**
 * What each mail could say on a day like any other, for whoever wants to see how mails look. One for each
 * kind.
 */
export function mailSamples(language: Language, text: Text): Record<MailKind, Sample> {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
  const money = (amount: number): string => formatMoney(amount, 'EUR', language);
  const number = (value: number): string => new Intl.NumberFormat(language).format(value);
  const say = (key: string, variables?: Record<string, string | number>): string =>
    text(`mail-samples:${key}`, variables);
  const usage = {
    agent,
    usage: text('mail:agent-limit.day', { used: number(400), limit: number(500) }),
    then: text('mail:agent-limit.say'),
  };
  const talk = [
    { title: text('mail:summary.wanted'), lines: [say('question'), say('openQuestion')] },
    { title: text('mail:summary.answered'), lines: [`${say('question')} – ${say('answer')}`] },
    { title: text('mail:summary.open'), lines: [say('openQuestion')] },
  ];
  const notice = (rows: readonly [label: string, value: string][], isForMember = false): Sample => ({
    variables: { agent, buyer: 'jana@bright.example', amount: money(1_190), was: money(990), date },
    rows: [
      { label: agent, value: text('mail:receipt.month') },
      ...(isForMember ? [{ label: text('mail:notice.buyer'), value: 'jana@bright.example' }] : []),
      ...rows.map(([label, value]) => ({ label: text(`mail:notice.${label}`), value })),
    ],
  });
  const letter: Sample = {
    variables: { account, period: date },
    rows: [
      { label: text('analytics:figures.revenue.name'), value: money(11_900) },
      { label: text('analytics:figures.conversations.name'), value: number(128) },
    ],
    sections: [
      {
        title: text('analytics-report:letter.action.week'),
        lines: [
          text('analytics-report:action.answerGap', { question: say('openQuestion'), number: number(4) }),
        ],
      },
      { title: text('analytics:figures.questions.name'), lines: [say('question')] },
      { title: text('analytics:figures.unanswered.name'), lines: [say('openQuestion')] },
    ],
    links: [{ label: text('analytics-report:letter.dashboard'), url: 'https://chat.example.com/dashboard' }],
  };
  const sum = money(1_190);
  return {
    'renewal-failed': notice([
      ['due', sum],
      ['openUntil', date],
    ]),
    'subscription-canceled': notice([['openUntil', date]]),
    'cancellation-withdrawn': notice([
      ['price', sum],
      ['nextPayment', date],
    ]),
    'subscription-over': notice([]),
    refund: {
      ...notice([['givenBack', sum]]),
      links: [{ label: text('mail:notice.creditNote'), url: 'https://chat.example.com/invoices/sample' }],
    },
    'trial-ending': notice([
      ['price', sum],
      ['nextPayment', date],
    ]),
    'price-changed': notice([
      ['was', money(990)],
      ['price', sum],
      ['nextPayment', date],
    ]),
    sale: notice([['paid', sum]], true),
    'sale-renewal-failed': notice(
      [
        ['due', sum],
        ['openUntil', date],
      ],
      true,
    ),
    'sale-refunded': notice([['givenBack', sum]], true),
    'dispute-opened': notice(
      [
        ['disputed', sum],
        ['respondBy', date],
      ],
      true,
    ),
    'dispute-won': notice([['disputed', sum]], true),
    'dispute-lost': notice([['disputed', sum]], true),
    'reset-password': { variables: { minutes: 60 } },
    'register-attempt': {},
    'password-changed': {},
    'two-factor-on': {},
    'two-factor-off': {},
    'ownership-code': { code: '408215', variables: { account, member, minutes: 10 } },
    'ownership-moved': { variables: { account, member } },
    'account-deleted': {},
    'restore-code': { code: '731904', variables: { agent, minutes: 10 } },
    'order-code': { code: '524817', variables: { agent, order: '1043', minutes: 10 } },
    'payment-receipt': {
      variables: { agent, total: money(1_190) },
      links: [{ label: text('mail:receipt.pdf'), url: 'https://chat.example.com/invoices/sample' }],
      rows: [
        {
          label: text('mail:receipt.seller'),
          value: `${account}\n${text('mail:receipt.taxNumber', { number: 'DE123456789' })}`,
        },
        { label: agent, value: text('mail:receipt.pack', { count: 200 }) },
        { label: text('mail:receipt.base'), value: money(1_000) },
        { label: text('mail:receipt.tax', { percent: 19 }), value: money(190) },
        { label: text('mail:receipt.total'), value: money(1_190) },
        { label: text('mail:receipt.paid'), value: date },
        { label: text('mail:receipt.card'), value: 'Visa •••• 4242' },
        { label: text('mail:receipt.invoice'), value: 'INV-000042' },
        { label: text('mail:receipt.number'), value: 'pur_01m81qb4c2k1m8sk1sp6tessnb' },
      ],
      paragraphs: [text('mail:receipt.restore')],
    },
    'form-receipt': {
      variables: { form: say('form'), total: money(2_400) },
      rows: [
        { label: say('form'), value: say('formFee') },
        { label: text('mail:receipt.total'), value: money(2_400) },
        { label: text('mail:receipt.paid'), value: date },
        { label: text('mail:receipt.number'), value: 'pur_01m81qb4c2k1m8sk1sp6tessnb' },
      ],
    },
    'plan-receipt': {
      variables: { plan, total: money(2_900) },
      links: [{ label: text('mail:receipt.pdf'), url: 'https://chat.example.com/invoices/sample' }],
      rows: [
        { label: plan, value: text('mail:receipt.month') },
        { label: text('mail:receipt.total'), value: money(2_900) },
        { label: text('mail:receipt.paid'), value: date },
        { label: text('mail:receipt.card'), value: 'Visa •••• 4242' },
        { label: text('mail:receipt.invoice'), value: 'INV-000042' },
      ],
    },
    'subscription-paused': { variables: { agent } },
    'subscription-resumed': { variables: { agent, date } },
    'subscription-ended': { variables: { agent, amount: money(1_190) } },
    'subscription-ending': { variables: { agent, date } },
    'subscription-ended-by-team': { variables: { agent, amount: money(1_190) } },
    'subscription-ending-by-team': { variables: { agent, date } },
    'subscription-twice': { variables: { agent, amount: money(1_190) } },
    'trial-used': { variables: { agent } },
    'subscription-merged': { variables: { agent, amount: money(490) } },
    'renewal-given-back': { variables: { agent, amount: money(1_190) } },
    'renewal-given-back-owner': { variables: { agent, amount: money(1_190), email: 'jana@bright.example' } },
    'form-confirmation': { variables: { form: say('form'), days: 7 } },
    'agent-limit-near': { variables: usage },
    'agent-limit-reached': {
      variables: { ...usage, usage: text('mail:agent-limit.day', { used: number(500), limit: number(500) }) },
    },
    'client-released': {
      variables: { account, agency: 'Linden Assist', host: 'chat.example.com', date },
      paragraphs: [text('mail:released.copyAnew', { agency: 'Linden Assist' })],
    },
    'domain-failing': {
      variables: {
        account,
        host: 'chat.example.com',
        date,
        reason: text('mail:domain-reason.txt', { name: '_chatelier-verify.chat.example.com' }),
      },
    },
    'domain-failed': {
      variables: {
        account,
        host: 'chat.example.com',
        server: 'example.org',
        reason: text('mail:domain-reason.route', { target: 'example.org' }),
      },
    },
    'model-ending': {
      variables: {
        agent,
        date,
        vendor: 'OpenAI',
        model: 'GPT-4o mini',
        use: text('mail:model-ends.answers', { agent, date, vendor: 'OpenAI', model: 'GPT-4o mini' }),
        instead: text('mail:model-ends.instead', { model: 'GPT-6 Luna' }),
      },
    },
    'install-agent': {
      code: '<script src="https://chat.example.com/embed.js" data-agent="482913" async></script>',
      variables: { sender: member, agent },
    },
    'confirm-email': { variables: { days: 7 } },
    'weekly-letter': letter,
    'monthly-report': letter,
    welcome: { variables: {} },
    'welcome-proof': { variables: {} },
    'steps-agent': { variables: {} },
    'steps-knowledge': { variables: {} },
    'steps-published': { variables: {} },
    'steps-site': { variables: {} },
    'steps-payment': { variables: {} },
    'steps-colleague': { variables: {} },
    'plan-trial-ending': { variables: { date } },
    'plan-trial-over': { variables: { date } },
    'plan-payment-failed': { variables: { date } },
    'plan-ended': { variables: { date } },
    'experiment-ended': { variables: { agent } },
    invitation: { variables: { inviter: member, account, hours: 72 }, paragraphs: [say('invitation')] },
    'export-ready': { variables: { days: 7 } },
    'webhook-off': { variables: { address: 'https://crm.linden-bakery.example/hooks', count: 5 } },
    feedback: {
      variables: { sender: 'vera@linden.example', title: say('wish') },
      paragraphs: [say('wishText')],
    },
    'feedback-reply': {
      variables: { title: say('wish'), person: member },
      paragraphs: [say('wishReply')],
    },
    'conversation-summary': {
      variables: { agent, visitor },
      sections: [
        ...talk,
        {
          title: text('mail:summary.lead'),
          lines: [
            labelled(text('contact-record:field.name'), visitor, language),
            labelled(text('contact-record:field.email'), 'jana@bright.example', language),
          ],
        },
        {
          title: text('mail:summary.paid'),
          lines: [`${money(1_190)} – ${text('mail:summary.pack', { count: 200 })}`],
        },
        {
          title: text('mail:summary.next'),
          lines: [text('mail:summary.nextReply', { to: `${visitor} (jana@bright.example)` })],
        },
      ],
    },
    'visitors-wait': {
      variables: { count: 12, minutes: 5 },
      paragraphs: [`${visitor}: ${say('question')}`],
    },
    mentioned: { variables: { person: member, count: 1 }, paragraphs: [`${member}: ${say('reply')}`] },
    'visitor-waits': { variables: { agent, visitor, minutes: 5 }, paragraphs: [say('question')] },
    'form-submission': {
      variables: { form: say('form') },
      rows: [
        { label: text('contact-record:field.name'), value: visitor },
        { label: text('contact-record:field.email'), value: 'jana@bright.example' },
        { label: say('formLabel'), value: say('formAnswer') },
      ],
    },
    'conversation-copy': { variables: { agent }, sections: talk },
    'team-reply': { variables: { agent, person: member, days: 30 }, paragraphs: [say('reply')] },
    'form-reply': { variables: { form: say('form'), subject: say('thanks'), text: say('thanksText') } },
  };
}
