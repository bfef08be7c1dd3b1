import { describe, expect, test } from 'vitest';
import { currencies, digitsOf } from '#shared/money/money.ts';
import { happeningOf } from './analytics.ts';

const purchase = { id: 'pur_1', type: 'pack', total: 1_190, currency: 'EUR', isTest: false };

describe('what happens in a chat, in the words of Google and Meta', () => {
  test('is a lead, a purchase with value and currency, and three events of our own', () => {
    expect(happeningOf('open', undefined)).toMatchObject({
      google: ['chat_open'],
      meta: ['trackCustom', 'ChatOpen'],
    });
    expect(happeningOf('message', { id: 'msg_1', role: 'visitor', text: 'secret' })).toEqual({
      google: ['chat_message'],
      meta: ['trackCustom', 'ChatMessage'],
    });
    expect(happeningOf('lead', undefined)).toEqual({ google: ['generate_lead'], meta: ['track', 'Lead'] });
    expect(happeningOf('paywall', { isOpen: true })?.google).toEqual(['chat_paywall']);
    expect(happeningOf('purchase', purchase)).toEqual({
      google: [
        'purchase',
        {
          value: 11.9,
          currency: 'EUR',
          transaction_id: 'pur_1',
          items: [{ item_id: 'pack', item_name: 'pack', price: 11.9, quantity: 1 }],
        },
      ],
      meta: ['track', 'Purchase', { value: 11.9, currency: 'EUR' }, { eventID: 'pur_1' }],
    });
  });

  test('is nothing where it is an answer, a wall that closes, or test money', () => {
    expect(happeningOf('message', { role: 'agent' })).toBeNull();
    expect(happeningOf('paywall', { isOpen: false })).toBeNull();
    expect(happeningOf('purchase', { ...purchase, isTest: true })).toBeNull();
  });

  test.each(Object.keys(currencies))('counts %s as the price list does', (currency) => {
    const { google } = happeningOf('purchase', { ...purchase, total: 123_000, currency })!;
    expect(google[1]).toMatchObject({ value: 123_000 / 10 ** digitsOf(currency) });
  });
});
