import type { Language } from '#shared/languages.ts';
import { labelled } from '#shared/mail-document.ts';
import { formatMoney } from '#shared/money.ts';
import type { MailKind } from '../mail.contract.ts';
import type { MailRequest } from './mail.usecases.ts';

type Sample = Omit<MailRequest, 'kind' | 'to' | 'language' | 'variables' | 'accountId'> & { variables?: Record<string, string | number> };
type Text = (key: string, variables?: Record<string, string | number>) => string;

const agent = 'Linden Bakery';
const account = 'Linden & Sons';
const member = 'Vera Novak';
const visitor = 'Jana Bright';
const day = new Date('2026-05-18T10:00:00Z');

/** What each mail could say on a day like any other, for whoever wants to see how mails look. One for each kind. */
export function mailSamples(language: Language, text: Text): Record<MailKind, Sample> {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
  const money = (amount: number): string => formatMoney(amount, 'EUR', language);
  const number = (value: number): string => new Intl.NumberFormat(language).format(value);
  const say = (key: string, variables?: Record<string, string | number>): string => text(`mail-samples:${key}`, variables);
  const usage = { agent, usage: text('mail:agent-limit.day', { used: number(400), limit: number(500) }), then: text('mail:agent-limit.say') };
  const talk = [
    { title: text('mail:summary.wanted'), lines: [say('question'), say('openQuestion')] },
    { title: text('mail:summary.answered'), lines: [`${say('question')} – ${say('answer')}`] },
    { title: text('mail:summary.open'), lines: [say('openQuestion')] },
  ];
  return {
    'reset-password': { variables: { minutes: 60 } },
    'register-attempt': {},
    'password-changed': {},
    'two-factor-on': {},
    'two-factor-off': {},
    'ownership-code': { code: '408215', variables: { account, member, minutes: 10 } },
    'ownership-moved': { variables: { account, member } },
    'account-deleted': {},
    'restore-code': { code: '731904', variables: { agent, minutes: 10 } },
    'payment-receipt': {
      variables: { agent, total: money(1_190) },
      rows: [
        { label: agent, value: text('mail:receipt.pack', { count: 200 }) },
        { label: text('mail:receipt.base'), value: money(1_000) },
        { label: text('mail:receipt.tax', { percent: 19 }), value: money(190) },
        { label: text('mail:receipt.total'), value: money(1_190) },
        { label: text('mail:receipt.paid'), value: date },
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
    'form-confirmation': { variables: { form: say('form'), days: 7 } },
    'agent-limit-near': { variables: usage },
    'agent-limit-reached': { variables: { ...usage, usage: text('mail:agent-limit.day', { used: number(500), limit: number(500) }) } },
    'install-agent': { code: '<script src="https://chat.example.com/embed.js" data-agent="482913" async></script>', variables: { sender: member, agent } },
    'plan-trial-ending': { variables: { date } },
    'plan-trial-over': { variables: { date } },
    'plan-payment-failed': { variables: { date } },
    'plan-ended': { variables: { date } },
    invitation: { variables: { inviter: member, account, hours: 72 }, paragraphs: [say('invitation')] },
    'export-ready': { variables: { days: 7 } },
    feedback: { variables: { sender: 'vera@linden.example', title: say('wish') }, paragraphs: [say('wishText')] },
    'conversation-summary': {
      variables: { agent, visitor },
      sections: [...talk, { title: text('mail:summary.lead'), lines: [labelled(text('mail:summary.name'), visitor, language), labelled(text('mail:summary.email'), 'jana@bright.example', language)] }, { title: text('mail:summary.paid'), lines: [`${money(1_190)} – ${text('mail:summary.pack', { count: 200 })}`] }, { title: text('mail:summary.next'), lines: [text('mail:summary.nextReply', { to: `${visitor} (jana@bright.example)` })] }],
    },
    'visitor-waits': { variables: { agent, visitor, minutes: 5 }, paragraphs: [say('question')] },
    'form-submission': { variables: { form: say('form') }, rows: [{ label: text('mail:summary.name'), value: visitor }, { label: text('mail:summary.email'), value: 'jana@bright.example' }, { label: say('formLabel'), value: say('formAnswer') }] },
    'conversation-copy': { variables: { agent }, sections: talk },
    'team-reply': { variables: { agent, person: member, days: 30 }, paragraphs: [say('reply')] },
    'form-reply': { variables: { form: say('form'), subject: say('thanks'), text: say('thanksText') } },
  };
}
