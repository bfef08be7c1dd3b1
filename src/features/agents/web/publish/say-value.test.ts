import { createInstance } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { agentConfiguration, type AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { ShownPath } from '../settings/setting-path.ts';
import { fieldPaths } from '../settings/configuration-fields.ts';
import { sayValue, type ValueWords } from './say-value.ts';

const i18n = createInstance();
const texts = import.meta.glob<Record<string, string>>('/locales/*/agents.json', {
  eager: true,
  import: 'default',
});
beforeAll(async () => {
  await i18n.init({
    lng: 'en',
    fallbackLng: false,
    ns: ['agents'],
    defaultNS: 'agents',
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      languages.map((language) => [language, { agents: texts[`/locales/${language}/agents.json`] ?? {} }]),
    ),
  });
});

const wordsIn = (language: string): ValueWords => ({
  t: i18n.getFixedT(language),
  exists: (key) => i18n.exists(key, { lng: language }),
  language,
  modelLabel: ({ provider, model }) =>
    [provider === 'built-in' ? 'Built-in' : 'OpenAI', model].filter(Boolean).join(' · '),
  agentName: (id) => (id === 'agt_1' ? 'Museum guide' : undefined),
  storeName: () => undefined,
  functionName: (id) => (id === 'fnc_1' ? 'Check an order' : undefined),
  mcpName: (id) => (id === 'mcn_1' ? 'Booking system' : undefined),
  formName: (id) => (id === 'frm_1' ? 'Order bread' : undefined),
});
const say = (field: ShownPath, value: unknown, isNewer = false): string =>
  sayValue(field, value, wordsIn('en'), isNewer);

/** A configuration in which every setting says something. */
const full: AgentConfiguration = agentConfiguration.parse({
  appearance: { backgroundImage: 'a'.repeat(32), avatar: 'b'.repeat(32) },
  prompt: {
    welcomes: [{ language: 'nl', text: 'Welkom' }],
    iceBreakers: ['When are you open?'],
    files: [{ name: 'Menu', text: 'x'.repeat(1_234) }],
  },
  voice: { greetings: [{ language: 'cs', text: 'Dobrý den' }] },
  contactForm: {
    fields: [
      { key: 'email', type: 'email', required: true },
      { key: 'day', type: 'select', label: 'Which day?', options: ['Friday', 'Saturday'] },
    ],
  },
  access: {
    allowedDomains: ['example.com', '*.example.org'],
    allowedPaths: ['/shop/*'],
    monthlyCents: 1_250,
  },
  switching: { agents: ['agt_1', 'agt_2'] },
  summary: { recipients: ['anna@example.com'] },
  texts: { en: { 'header.close': 'Bye' } },
  ai: { provider: 'openai', model: 'gpt-5-mini', fallbacks: [{ provider: 'built-in', model: '' }] },
});
const valueOf = (field: ShownPath): unknown =>
  (full as unknown as Record<string, Record<string, unknown>>)[field.split('.')[0] ?? '']?.[
    field.split('.')[1] ?? ''
  ];

describe('what publishing changes', () => {
  test('is said in words: lists, forms, files, agents, money, units, pictures', () => {
    expect(say('contactForm.fields', full.contactForm.fields)).toBe(
      '1. Email address (required)\n2. Which day? (Choice from a list, Friday / Saturday, saved as day)',
    );
    expect(say('access.allowedDomains', full.access.allowedDomains)).toBe('example.com\n*.example.org');
    expect(say('switching.agents', full.switching.agents)).toBe(
      'Museum guide\nAn agent that no longer exists',
    );
    expect(say('prompt.welcomes', full.prompt.welcomes)).toBe('Nederlands: Welkom');
    expect(say('voice.greetings', full.voice.greetings)).toBe('Čeština: Dobrý den');
    expect(say('prompt.files', full.prompt.files)).toBe('Menu (1,234 characters)');
    expect(say('access.monthlyCents', 1_250)).toBe('$12.50');
    expect(say('access.monthlyCents', 0)).toBe('No cap');
    expect(say('access.messagesPerMinute', 10)).toBe('10');
    expect(say('layout.popupDelay', 1)).toBe('1 second');
    expect(sayValue('summary.delayMinutes', 15, wordsIn('cs'))).toBe('15 minut');
    expect(say('layout.offsetX', 20)).toBe('20 px');
    expect(say('appearance.overlayDarkness', 40)).toBe('40%');
    expect([say('appearance.backgroundImage', 'a'), say('appearance.backgroundImage', 'b', true)]).toEqual([
      'A picture',
      'Another picture',
    ]);
    expect(say('ai.fallbacks', full.ai.fallbacks)).toBe('Built-in');
    expect([say('access.history', 'session'), say('switching.history', 'carry')]).toEqual([
      'Until the tab is closed',
      'The conversation so far',
    ]);
    expect(say('texts.en.header.close', null)).toBe('the usual words');
    // A visitor's text that is called like an option stays what it is.
    expect(say('texts.en.launcher.position', 'bottom-left')).toBe('bottom-left');
    expect([
      say('layout.launcherText', ''),
      say('contactForm.enabled', true),
      say('contactForm.enabled', false),
    ]).toEqual(['', 'On', 'Off']);
  });

  test('is said of what visitors pay: amounts in their currency, times, codes', () => {
    expect([
      say('payment.amount', { amount: 1_299, currency: 'EUR' }),
      say('payment.amount', { amount: 800, currency: 'JPY' }),
      say('payment.yearlyAmount', { amount: 0, currency: 'EUR' }),
    ]).toEqual(['€12.99', '¥800', 'none']);
    expect([
      say('payment.packDays', 0),
      say('payment.passDays', 7),
      say('payment.trialDays', 0),
      say('payment.taxPercent', 7.7),
    ]).toEqual(['forever', '7 days', 'none', '7.7%']);
    expect([
      say('payment.type', 'pack'),
      say('payment.refill', 'day'),
      say('payment.taxBehaviour', 'inclusive'),
    ]).toEqual(['Message pack', 'Every day', 'The tax is in the price']);
    expect(say('payment.coupons', [{ code: 'SPRING', percentOff: 20 }])).toBe('SPRING (−20%)');
    const offers = [
      { key: 'small', type: 'pack', messages: 100, days: 90, amount: 500, currency: 'EUR', title: '' },
      {
        key: 'year',
        type: 'subscription',
        interval: 'year',
        trialDays: 14,
        amount: 9_900,
        currency: 'EUR',
        title: 'Pro',
        recommended: true,
      },
    ];
    expect(say('payment.offers', offers)).toBe(
      '1. Pack of 100 messages, €5.00, 90 days\n2. Pro: Yearly subscription, €99.00, 14 days of trial, recommended',
    );
  });

  test('is said of tools: functions by their names, what a tool of a server may do and what it takes', () => {
    expect(say('functions.enabled', ['fnc_1', 'fnc_2'])).toBe('Check an order\nA function that was deleted');
    const tools = [
      { name: 'echo', hash: 'a', risk: 'approval', messageCost: 2 },
      { name: 'sum', hash: 'b', risk: 'read', messageCost: 0 },
    ];
    expect(say('mcp.connections', [{ id: 'mcn_1', tools }])).toBe(
      'Booking system: echo (Asks first, 2 messages), sum (Reads only)',
    );
  });

  test.each([...languages])('has a name for every setting and shows no key and no JSON (%s)', (language) => {
    for (const field of fieldPaths) {
      expect(i18n.exists(`agents:fields.${field}`, { lng: language }), field).toBe(true);
      // Visitors' texts are told one by one, each by its own path.
      if (field.startsWith('texts.')) continue;
      expect(sayValue(field, valueOf(field), wordsIn(language)), field).not.toMatch(
        /[{}[\]]|agents:|publish\.|options\.|\[object|built-in\b|bottom-|(^|\W)(carry|fresh|say|inline)(\W|$)/,
      );
    }
  });
});
