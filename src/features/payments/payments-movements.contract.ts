import { z } from 'zod';
import { paymentTypes } from '#features/paywall/paywall.contract.ts';

/**
 * What can happen to money. A dispute takes the money when it is opened and brings it back when it is won;
 * one that is lost moves nothing more. `fee` is what became known later; `correction` is what the provider
 * said otherwise before.
 */
export const movementKinds = [
  'payment',
  'renewal',
  'refund',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'fee',
  'correction',
] as const;
export type MovementKind = (typeof movementKinds)[number];

/**
 * One movement of money. Amounts in the smallest unit; what leaves the seller is below zero, and `net` is
 * `gross` less tax and fee.
 */
export const movementSchema = z
  .object({
    id: z.string(),
    kind: z.enum(movementKinds),
    /** When it happened, by the provider. ISO 8601, UTC. */
    at: z.string(),
    purchaseId: z.string(),
    type: z.enum([...paymentTypes, 'form']),
    interval: z.enum(['month', 'year']).nullable(),
    /** What was bought, in the seller's words; empty where they gave it none. */
    title: z.string(),
    agentId: z.string().nullable(),
    agentName: z.string(),
    formName: z.string(),
    contactId: z.string().nullable(),
    email: z.string(),
    coupon: z.string(),
    tag: z.string(),
    currency: z.string(),
    gross: z.number(),
    tax: z.number(),
    /** What the provider kept; null where it does not say. */
    fee: z.number().nullable(),
    /** It is a movement of its own, because the provider said it later. */
    isFeeLater: z.boolean(),
    net: z.number(),
    vendor: z.string(),
    /** The provider's names of what happened, and of the payment that it happened to. */
    reference: z.string(),
    payment: z.string(),
    /** The provider did not say when it was, or what it was made of. */
    isEstimated: z.boolean(),
    /** When it became known here, which may be after its month was closed. */
    recordedAt: z.string(),
    /** Numbers of the invoice, or of the credit notes of a refund. Disputes have none. */
    papers: z.array(z.string()),
    isTest: z.boolean(),
  })
  .meta({ id: 'MoneyMovement' });
export type MoneyMovement = z.infer<typeof movementSchema>;

/** A purchase as its buyer reads it. Amounts in the smallest unit, over all of its payments. */
export const ownPurchaseSchema = z
  .object({
    id: z.string(),
    type: z.enum(paymentTypes),
    /** The seller's words; empty where they gave it none. */
    title: z.string(),
    currency: z.string(),
    paid: z.number(),
    /** What went back: refunds, and what a bank took back. */
    returned: z.number(),
    /** Of a pack, and how many of them are left; null is unlimited. */
    messages: z.number().nullable(),
    messagesLeft: z.number().nullable(),
    /** When it was paid first, or a trial began. ISO 8601, UTC. */
    at: z.string(),
    /** The provider's page with the receipt, where it has one. */
    receiptUrl: z.string().nullable(),
    /** Invoices and credit notes, oldest first; the address is the key to the file. */
    papers: z.array(z.object({ number: z.string(), url: z.string() })),
    isTest: z.boolean(),
  })
  .meta({ id: 'OwnPurchase' });
export type OwnPurchase = z.infer<typeof ownPurchaseSchema>;
