import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SignatureError, type PaymentConnection } from './payments.port.ts';
import type {
  PaymentVendorActions,
  PaymentVendorWorld,
  SentEvent,
} from './payments-vendor.contract-suite.ts';

/** What every vendor must do with its events: tell of everything, and sign it. */
export function testEvents(
  world: () => PaymentVendorWorld,
  { newKey, orderOf, paid, subscribed }: PaymentVendorActions,
): void {
  describe('events', () => {
    async function oneEvent(): Promise<SentEvent & { purchaseId: string; checkout: string }> {
      await world().events();
      const order = orderOf();
      const { checkout } = await paid(order);
      const [event] = await world().events();
      if (!event) throw new Error('The vendor told nothing');
      return { ...event, purchaseId: order.purchaseId, checkout };
    }
    const read = (event: SentEvent, connection = world().connection, now = world().now()) =>
      world().vendor.readEvent(connection, event.body, event.headers, now);

    test('tell of payments, refunds, disputes, renewals and ends, each with a name of its own and the purchase that it is about', async () => {
      const { checkout, subscription, facts } = await subscribed();
      const { purchaseId } = facts;
      const steps: [string, () => Promise<void>][] = [
        [
          'refund',
          () => world().vendor.refund(world().connection, facts.references.payment ?? '', 100, newKey()),
        ],
        ['dispute', () => world().dispute(facts.references.payment ?? '', 'open')],
        ['decision', () => world().dispute(facts.references.payment ?? '', 'won')],
        ['renewal', () => world().endPeriod(subscription, 'paid')],
        ['failure', () => world().endPeriod(subscription, 'failed')],
        ['wish', () => world().vendor.changeSubscription(world().connection, subscription, 'end', newKey())],
        [
          'end',
          () => world().vendor.changeSubscription(world().connection, subscription, 'cancel_now', newKey()),
        ],
      ];
      const ids = (await world().events()).map((event) => read(event).id);
      for (const [step, happen] of steps) {
        await happen();
        const told = (await world().events()).map((event) => read(event));
        expect(told.length, step).toBeGreaterThan(0);
        for (const event of told) {
          const isNamed =
            event.purchaseId === purchaseId ||
            event.references.checkout === checkout ||
            event.references.subscription === subscription ||
            facts.payments.some(({ reference }) => reference === event.references.payment);
          expect([step, event.type, isNamed]).toEqual([step, event.type, true]);
          expect(event.isTest).toBe(world().connection.isTest);
        }
        ids.push(...told.map(({ id }) => id));
      }
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('count with the signature over the bytes as they came, up to five minutes', async () => {
      const event = await oneEvent();
      expect(read(event).createdAt).toBeInstanceOf(Date);
      expect(read(world().sign(world().connection, event.body, world().now())).id).toBe(read(event).id);
      expect(read(event, world().connection, new Date(world().now().getTime() + 290_000)).id).toBe(
        read(event).id,
      );
    });

    test('without a signature, or with a wrong one, are refused', async () => {
      const event = await oneEvent();
      const header = event.headers[world().signatureHeader] ?? '';
      const body = Buffer.from(event.body.toString('utf8').replace('"id"', '"id" '));
      const seconds = Math.floor(world().now().getTime() / 1000);
      const withHeader = (value: string | undefined): SentEvent => ({
        body: event.body,
        headers: { ...event.headers, [world().signatureHeader]: value },
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
        'the empty secret': [emptySecret, { ...world().connection, webhookSecret: '' }],
        "another account's secret": [world().sign(world().foreign, event.body, world().now())],
        'another account that is asked': [event, world().foreign],
      };
      for (const [what, [sent, connection]] of Object.entries(forged))
        expect(() => read(sent, connection), what).toThrow(SignatureError);
    });

    test('of long ago and of the future are refused', async () => {
      const { body } = await oneEvent();
      const at = (seconds: number): SentEvent =>
        world().sign(world().connection, body, new Date(world().now().getTime() + seconds * 1_000));
      for (const seconds of [-305, -86_400, 3_600])
        expect(() => read(at(seconds)), String(seconds)).toThrow(SignatureError);
    });

    test('that are signed and yet no events are refused', () => {
      for (const text of ['', 'null', '[]', '{}', 'not json', '{"id":1}'])
        expect(() => read(world().sign(world().connection, Buffer.from(text), world().now())), text).toThrow(
          SignatureError,
        );
    });
  });
}
