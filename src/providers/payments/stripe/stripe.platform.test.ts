import { afterAll, describe, expect, it } from 'vitest';
import { startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import { createSafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { PaymentError, type PaymentConnection } from '../payments.port.ts';
import { createStripeVendor } from './stripe.adapter.ts';
import { presentAccount } from './stripe.platform.ts';

const outside = createSafeFetch({ allowPrivate: ['127.0.0.1'] });
const fetch = outside.asFetch({ timeoutMs: 25_000, maxRedirects: 0 });
afterAll(() => outside.close());

type Reason = NonNullable<
  NonNullable<Parameters<typeof presentAccount>[0]['requirements']>['disabled_reason']
>;
const account = (
  charges: boolean,
  details: boolean,
  due: string[] = [],
  reason: Reason | null = null,
  past: string[] = [],
) =>
  presentAccount({
    charges_enabled: charges,
    details_submitted: details,
    requirements: { currently_due: due, past_due: past, disabled_reason: reason },
  });

describe('an account under the platform', () => {
  it('is ready when it takes payments and its owner answered, whatever Stripe wants to know later', () => {
    expect(account(true, true)).toEqual({ state: 'ready', missing: [] });
    expect(account(true, true, ['company.tax_id'])).toEqual({ state: 'ready', missing: ['business'] });
    expect(account(true, false, ['tos_acceptance.ip']).state).toBe('unfinished');
  });

  it('is unfinished, looked at, or refused', () => {
    expect(presentAccount({ charges_enabled: false, details_submitted: false })).toEqual({
      state: 'unfinished',
      missing: [],
    });
    expect(account(false, true, ['external_account'], 'requirements.past_due')).toEqual({
      state: 'unfinished',
      missing: ['bank'],
    });
    expect(account(false, true, [], 'requirements.pending_verification').state).toBe('reviewing');
    expect(account(false, true, [], 'rejected.listed').state).toBe('reviewing');
    expect(account(false, true, ['external_account'], 'rejected.fraud')).toEqual({
      state: 'refused',
      missing: [],
    });
  });

  it('has its questions put into kinds, each once and in the order in which a person thinks of them', () => {
    const due = [
      'tos_acceptance.date',
      'individual.first_name',
      'representative.dob.day',
      'person_1NvX.address.city',
      'owners.email',
      'person_1NvX.verification.additional_document',
      'documents.company_license.files',
      'external_account',
      'business_profile.mcc',
      'business_type',
      'settings.payments.statement_descriptor',
      'quantum.flux',
    ];
    expect(account(false, false, due, null, ['company.name']).missing).toEqual([
      'business',
      'person',
      'bank',
      'documents',
      'terms',
      'other',
    ]);
  });

  it('is reached by a platform of its own mode only, and by none without an account', async () => {
    const stripe = await startStripeStandIn();
    const connection = (changes: Partial<PaymentConnection> = {}): PaymentConnection => ({
      vendor: 'stripe',
      accountId: 'acc_1',
      isTest: true,
      secretKey: '',
      webhookSecret: '',
      references: { account: 'acct_1', webhookEndpoint: '', portalConfiguration: '' },
      isPlatform: true,
      ...changes,
    });
    const ask = (platformKey: string | undefined, given: PaymentConnection) =>
      createStripeVendor({ fetch, baseUrl: stripe.baseUrl, ...(platformKey && { platformKey }) })
        .facts(given, { checkout: 'cs_test_1', payment: null, subscription: null })
        .then(
          () => 'fine',
          (error: unknown) => (error instanceof PaymentError ? error.code : String(error)),
        );
    expect(await ask(undefined, connection())).toBe('payments.unauthorized');
    expect(await ask(stripe.secretKey, connection({ isTest: false }))).toBe('payments.unauthorized');
    expect(
      await ask(
        stripe.secretKey,
        connection({ references: { account: '', webhookEndpoint: '', portalConfiguration: '' } }),
      ),
    ).toBe('payments.unauthorized');
    // None of these was ever asked of the platform's own account.
    expect(stripe.requests).toEqual([]);
    expect(await ask(stripe.secretKey, connection())).toBe('payments.unauthorized');
    expect(stripe.requests.map(({ headers }) => headers['stripe-account'])).toEqual(['acct_1']);
    await stripe.close();
  });

  it("names the rights that the platform's restricted key lacks, and an address that Stripe can't reach", async () => {
    const stripe = await startStripeStandIn();
    const { platform } = createStripeVendor({
      fetch,
      baseUrl: stripe.baseUrl,
      platformKey: stripe.secretKey,
    });
    if (!platform) throw new Error('There is no platform');
    expect(
      await platform.listen({ webhookUrl: 'http://localhost:3000/api', known: null, key: 'one' }),
    ).toEqual({ endpoint: '', secret: '', detail: 'address_refused' });
    stripe.missingRights.add('rak_webhook_write').add('rak_checkout_session_write');
    const endpoint = await platform.listen({
      webhookUrl: 'https://chat.example/api',
      known: null,
      key: 'two',
    });
    expect(endpoint.detail).toBe('scope_missing');
    const made = await platform.createAccount({ accountId: 'acc_1', email: '', key: 'three' });
    stripe.connected(made).answer();
    const { checks } = await platform.connect({ accountId: 'acc_1', account: made, known: null, endpoint });
    expect(checks.filter(({ isReady }) => !isReady)).toEqual([
      { name: 'checkout', isReady: false, detail: 'scope_missing' },
      { name: 'webhook', isReady: false, detail: 'scope_missing' },
    ]);
    await stripe.close();
    expect(stripe.violations).toEqual([]);
  });
});
