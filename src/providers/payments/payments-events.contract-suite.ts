import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SignatureError, type PaymentConnection } from './payments.port.ts';
import type {
  PaymentVendorActions,
  PaymentVendorStage,
  SentEvent,
} from './payments-vendor.contract-suite.ts';

/** What every vendor must do with its events: tell of everything, and sign it. */
export function testEvents(
  stage: () => PaymentVendorStage,
  { newKey, orderOf, paid, subscribed }: PaymentVendorActions,
): void {
  describe('events', () => {
    async function oneEvent(): Promise<SentEvent & { purchaseId: string; checkout: string }> {
      await stage().events();
      const order = orderOf();
      const { checkout } = await paid(order);
      const [event] = await stage().events();
      if (!event) throw new Error('The vendor told nothing');
      return { ...event, purchaseId: order.purchaseId, checkout };
    }
    const read = (event: SentEvent, connection = stage().connection, now = stage().now()) =>
      stage().vendor.readEvent(connection, event.body, event.headers, now);

    test('tell of payments, refunds, disputes, renewals and ends, each with a name of its own and the purchase that it is about', async () => {
      const { checkout, subscription, facts } = await subscribed();
      const { purchaseId } = facts;
      const steps: [string, () => Promise<void>][] = [
        [
          'refund',
          () => stage().vendor.refund(stage().connection, facts.references.payment ?? '', 100, newKey()),
        ],
        ['dispute', () => stage().dispute(facts.references.payment ?? '', 'open')],
        ['decision', () => stage().dispute(facts.references.payment ?? '', 'won')],
        ['renewal', () => stage().endPeriod(subscription, 'paid')],
        ['failure', () => stage().endPeriod(subscription, 'failed')],
        ['wish', () => stage().vendor.changeSubscription(stage().connection, subscription, 'end', newKey())],
        [
          'end',
          () => stage().vendor.changeSubscription(stage().connection, subscription, 'cancel_now', newKey()),
        ],
      ];
      const ids = (await stage().events()).map((event) => read(event).id);
      for (const [step, happen] of steps) {
        await happen();
        const told = (await stage().events()).map((event) => read(event));
        expect(told.length, step).toBeGreaterThan(0);
        for (const event of told) {
          const isNamed =
            event.purchaseId === purchaseId ||
            event.references.checkout === checkout ||
            event.references.subscription === subscription ||
            facts.payments.some(({ reference }) => reference === event.references.payment);
          expect([step, event.type, isNamed]).toEqual([step, event.type, true]);
          expect(event.isTest).toBe(stage().connection.isTest);
        }
        ids.push(...told.map(({ id }) => id));
      }
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('count with the signature over the bytes as they came, up to five minutes', async () => {
      const event = await oneEvent();
      expect(read(event).createdAt).toBeInstanceOf(Date);
      expect(read(stage().sign(stage().connection, event.body, stage().now())).id).toBe(read(event).id);
      expect(read(event, stage().connection, new Date(stage().now().getTime() + 290_000)).id).toBe(
        read(event).id,
      );
    });

    test('without a signature, or with a wrong one, are refused', async () => {
      const event = await oneEvent();
      const header = event.headers[stage().signatureHeader] ?? '';
      const body = Buffer.from(event.body.toString('utf8').replace('"id"', '"id" '));
      const seconds = Math.floor(stage().now().getTime() / 1000);
      const withHeader = (value: string | undefined): SentEvent => ({
        body: event.body,
        headers: { ...event.headers, [stage().signatureHeader]: value },
      });
      const emptySecret = withHeader(
        `t=${seconds},v1=${createHmac('sha256', '')
          .update(`${seconds}.${event.body.toString('utf8')}`)
          .digest('hex')}`,
      );
      const forged: Record<string, [SentEvent, PaymentConnection?]> = {
        'no header': [withHeader(undefined)],
        'an empty header': [withHeader('')],
        'no time': [withHeader(header.replace(/^t=\d+,/, ''))],
        'another time': [withHeader(header.replace(/^t=\d+/, `t=${seconds - 1}`))],
        'other letters': [
          withHeader(header.replace(/v1=(.)/, (_all, first: string) => `v1=${first === '0' ? '1' : '0'}`)),
        ],
        'half a signature': [withHeader(header.slice(0, -10))],
        'other bytes': [{ ...event, body }],
        'an empty body': [{ ...event, body: Buffer.alloc(0) }],
        'the empty secret': [emptySecret, { ...stage().connection, webhookSecret: '' }],
        "another account's secret": [stage().sign(stage().foreign, event.body, stage().now())],
        'another account that is asked': [event, stage().foreign],
      };
      for (const [what, [sent, connection]] of Object.entries(forged))
        expect(() => read(sent, connection), what).toThrow(SignatureError);
    });

    test('of long ago and of the future are refused', async () => {
      const { body } = await oneEvent();
      const at = (seconds: number): SentEvent =>
        stage().sign(stage().connection, body, new Date(stage().now().getTime() + seconds * 1_000));
      for (const seconds of [-305, -86_400, 3_600])
        expect(() => read(at(seconds)), String(seconds)).toThrow(SignatureError);
    });

    test('that are signed and yet no events are refused', () => {
      for (const text of ['', 'null', '[]', '{}', 'not json', '{"id":1}'])
        expect(() => read(stage().sign(stage().connection, Buffer.from(text), stage().now())), text).toThrow(
          SignatureError,
        );
    });
  });
}
