import { findSpeechDefinition } from '#providers/speech/speech.definitions.ts';
import type { TFunction } from 'i18next';
import { languageNames, toLanguage } from '#shared/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { OfferSetting } from '#features/paywall/paywall.contract.ts';
import type { SettingPath, ShownPath } from '../settings/setting-path.ts';
import type { ContactField, OfferedForm, WelcomeText } from '../../agents-configuration.contract.ts';
import type { AgentMcpConnection } from '../../agents-tools.contract.ts';

type Choice = {
  provider: string;
  model: string;
};
/** What is needed to put a value of the configuration into words. */
export type ValueWords = {
  t: TFunction;
  /** Whether there is a text of that name. */
  exists: (key: string) => boolean;
  language: string;
  modelLabel: (choice: Choice) => string;
  /** The name of another agent of the account. */
  agentName: (id: string) => string | undefined;
  functionName: (id: string) => string | undefined;
  mcpName: (id: string) => string | undefined;
  storeName: (id: string) => string | undefined;
  formName: (id: string) => string | undefined;
};

type Format = (options?: Intl.NumberFormatOptions) => (value: number) => string;
const units: Partial<Record<SettingPath, (format: Format) => (value: number) => string>> = {
  'layout.popupDelay': (format) => format({ style: 'unit', unit: 'second', unitDisplay: 'long' }),
  'summary.delayMinutes': (format) => format({ style: 'unit', unit: 'minute', unitDisplay: 'long' }),
  'layout.offsetX': (format) => (value) => `${format()(value)} px`,
  'layout.offsetY': (format) => (value) => `${format()(value)} px`,
  'appearance.backgroundX': (format) => (value) => format({ style: 'percent' })(value / 100),
  'appearance.backgroundY': (format) => (value) => format({ style: 'percent' })(value / 100),
  'appearance.overlayDarkness': (format) => (value) => format({ style: 'percent' })(value / 100),
  'access.monthlyCents': (format) => (value) => format({ style: 'currency', currency: 'USD' })(value / 100),
  'payment.taxPercent': (format) => (value) =>
    format({ style: 'percent', maximumFractionDigits: 3 })(value / 100),
  'payment.trialDays': (format) => format({ style: 'unit', unit: 'day', unitDisplay: 'long' }),
  'payment.packDays': (format) => format({ style: 'unit', unit: 'day', unitDisplay: 'long' }),
  'payment.passDays': (format) => format({ style: 'unit', unit: 'day', unitDisplay: 'long' }),
  'payment.graceDays': (format) => format({ style: 'unit', unit: 'day', unitDisplay: 'long' }),
};
const endless: readonly ShownPath[] = ['payment.packDays', 'payment.passDays'] satisfies SettingPath[];
const capless: readonly ShownPath[] = ['access.dailyMessages', 'access.monthlyCents'] satisfies SettingPath[];
const pictures: readonly ShownPath[] = [
  'appearance.avatar',
  'appearance.backgroundImage',
] satisfies SettingPath[];

/**
 * A value of the configuration as a person reads it; empty when there is none. `isNewer` tells the later of
 * two values that both have one.
 */
export function sayValue(path: ShownPath, value: unknown, words: ValueWords, isNewer = false): string {
  const { t, exists, language } = words;
  const isEmpty = value === null || value === undefined || value === '';
  if (path.startsWith('texts.') && isEmpty) return t('agents:publish.usual');
  if (isEmpty) return '';
  if (typeof value === 'boolean') return t(value ? 'agents:publish.on' : 'agents:publish.off');
  if (typeof value === 'number') {
    if (value === 0 && endless.includes(path)) return t('agents:publish.forever');
    if (value === 0 && path === 'payment.trialDays') return t('agents:publish.none');
    if (value === 0 && capless.includes(path)) return t('agents:publish.noLimit');
    const format = (options?: Intl.NumberFormatOptions) => (amount: number) =>
      new Intl.NumberFormat(language, options).format(amount);
    return (units[path as SettingPath]?.(format) ?? format())(value);
  }
  if (Array.isArray(value))
    return value.map((item: unknown, index) => sayItem(path, item, index, words)).join('\n');
  if (typeof value === 'object') return sayItem(path, value, 0, words);
  const text = String(value);
  if (pictures.includes(path))
    return t(isNewer ? 'agents:publish.anotherPicture' : 'agents:publish.aPicture');
  if (path === 'store.id') return words.storeName(text) ?? t('agents:publish.storeGone');
  if (path === 'contactForm.formId') return words.formName(text) ?? t('agents:publish.formGone');
  if (path === 'ai.provider') return words.modelLabel({ provider: text, model: '' });
  if (path === 'voice.provider') return findSpeechDefinition(text)?.label ?? t('agents:voice.browser');
  const named = path === 'basic.language' ? toLanguage(text) : null;
  if (named) return languageNames[named];
  const option = `options.${path.split('.').at(-1) ?? ''}.${text}`;
  return !path.startsWith('texts.') && exists(`agents:${option}`) ? t(`agents:${option}`) : text;
}

/** One entry of a list, or an object that stands alone. */
function sayItem(path: ShownPath, item: unknown, index: number, words: ValueWords): string {
  if (path === 'switching.agents')
    return words.agentName(String(item)) ?? words.t('agents:publish.agentGone');
  if (path === 'functions.enabled')
    return words.functionName(String(item)) ?? words.t('agents:publish.functionGone');
  if (typeof item === 'string') return item;
  if (path === 'mcp.connections') {
    const { id, tools } = item as AgentMcpConnection;
    const names = tools.map(({ name, risk, messageCost }) => {
      const facts = [
        words.t(`agents:options.toolRisk.${risk}`),
        ...(messageCost > 0 ? [words.t('agents:publish.cost', { count: messageCost })] : []),
      ];
      return `${name} (${facts.join(', ')})`;
    });
    return `${words.mcpName(id) ?? words.t('agents:publish.mcpGone')}: ${names.join(', ') || words.t('agents:publish.none')}`;
  }
  if (path === 'payment.amount' || path === 'payment.yearlyAmount') {
    const { amount, currency } = item as { amount: number; currency: string };
    return path === 'payment.yearlyAmount' && amount === 0
      ? words.t('agents:publish.none')
      : formatMoney(amount, currency, words.language);
  }
  if (path === 'payment.coupons') {
    const { code, percentOff } = item as { code: string; percentOff: number };
    return words.t('agents:publish.coupon', { code, percent: percentOff });
  }
  if (path === 'payment.offers')
    return `${index + 1}. ${sayOffer(item as OfferSetting & { currency: string }, words)}`;
  if (path === 'contactForm.fields') return `${index + 1}. ${sayContactField(item as ContactField, words)}`;
  if (path === 'dynamic.forms') {
    const { formId, when } = item as OfferedForm;
    const name = words.formName(formId) ?? words.t('agents:publish.formGone');
    return when ? `${name} – ${when}` : name;
  }
  if (path === 'prompt.welcomes' || path === 'voice.greetings') {
    const { language, text } = item as WelcomeText;
    return `${languageNames[language]}: ${text}`;
  }
  if (path === 'prompt.files') {
    const { name, text } = item as { name: string; text: string };
    return words.t('agents:publish.file', {
      name,
      size: new Intl.NumberFormat(words.language).format(text.length),
    });
  }
  return words.modelLabel(item as Choice);
}

/** An offer in a line: its title or what it gives, its price, and what holds for it. */
function sayOffer(offer: OfferSetting & { currency: string }, { t, language }: ValueWords): string {
  const { type, interval, messages, days, trialDays, title } = offer;
  const span = (count: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count);
  const isSubscription = type === 'subscription';
  const facts = [
    t(`agents:offer.${isSubscription ? interval : type}`, { count: messages }),
    formatMoney(offer.amount, offer.currency, language),
    !isSubscription && days > 0 && span(days),
    isSubscription && trialDays > 0 && t('agents:offer.trial', { days: span(trialDays) }),
    offer.recommended && t('agents:offer.recommended'),
  ].filter(Boolean);
  const list = new Intl.ListFormat(language, { type: 'unit' }).format(facts.map(String));
  return title ? `${title}: ${list}` : list;
}

function sayContactField(
  { key, type, label, required, options }: ContactField,
  { t, language }: ValueWords,
): string {
  const kind = t(`agents:options.contactType.${type}`);
  const facts = [
    label && kind,
    required && t('agents:publish.required'),
    options.join(' / '),
    key !== type && t('agents:publish.savedAs', { key }),
  ].filter(Boolean);
  return facts.length > 0
    ? `${label || kind} (${new Intl.ListFormat(language, { type: 'unit' }).format(facts.map(String))})`
    : label || kind;
}
