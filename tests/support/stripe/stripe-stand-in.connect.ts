import { blank, described } from './stripe-description.ts';
import { createStripePeople } from './stripe-stand-in.people.ts';
import { StripeRefusal, type Memory, type Operation } from '../stripe-stand-in.calls.ts';
import { createStripeState, likeStripes, type StripeState, type Thing } from './stripe-stand-in.state.ts';

/** What Stripe asks of a fresh account, in its own names. */
export const firstQuestions = [
  'business_profile.url',
  'business_type',
  'external_account',
  'representative.first_name',
  'representative.verification.document',
  'tos_acceptance.date',
];

/**
 * An account that was made through a platform's key: what is in it, who pays into it, and what its owner
 * answers to Stripe.
 */
export type ConnectedAccount = ReturnType<typeof createStripePeople> & {
  state: StripeState;
  account: Thing;
  /**
   * The owner answers; `left` is what Stripe still wants, and `reviewing` that Stripe looks at it. Emits the
   * event.
   */
  answer(given?: { left?: readonly string[]; isReviewing?: boolean; reason?: string }): void;
  /** The platform reaches it no longer. */
  revoke(): void;
};

export type ConnectedAccounts = Map<string, ConnectedAccount>;

const requirements = (due: readonly string[], reason: string | null): unknown => ({
  ...(blank(described('Accounts', 'Account.Requirements')) as object),
  currently_due: due,
  past_due: [],
  eventually_due: due,
  pending_verification: [],
  disabled_reason: reason,
});

/** Makes accounts under one platform. */
export function openConnected(
  memory: Memory,
  options: { isTest: boolean; nowMs: () => number },
): {
  accounts: ConnectedAccounts;
  create(fields: { email?: unknown; metadata: unknown; controller: unknown }): Thing;
} {
  const accounts: ConnectedAccounts = new Map();
  return {
    accounts,
    create(fields) {
      const state = createStripeState({ ...options, connectedAs: likeStripes('acct_1', 16) });
      const [account] = state.of('account') as [Thing];
      Object.assign(account, {
        charges_enabled: false,
        payouts_enabled: false,
        details_submitted: false,
        email: fields.email ?? null,
        metadata: fields.metadata,
        controller: fields.controller,
        requirements: requirements(firstQuestions, 'requirements.past_due'),
      });
      accounts.set(account.id, {
        ...createStripePeople(
          state,
          (id) => memory.recurring.get(id) ?? null,
          (id) => memory.intentMetadata.get(id),
        ),
        state,
        account,
        answer({ left = [], isReviewing = false, reason } = {}) {
          const takesPayments = left.length === 0 && !isReviewing && reason === undefined;
          Object.assign(account, {
            details_submitted: left.length === 0,
            charges_enabled: takesPayments,
            payouts_enabled: takesPayments,
            requirements: requirements(
              left,
              reason ??
                (isReviewing
                  ? 'requirements.pending_verification'
                  : takesPayments
                    ? null
                    : 'requirements.past_due'),
            ),
          });
          state.emit('account.updated', account);
        },
        revoke: () => void accounts.delete(account.id),
      });
      return account;
    },
  };
}

/** What Stripe offers to platforms. */
export const connectOperations: Readonly<Record<string, Operation>> = {
  'POST /v1/accounts': {
    params: ['Accounts', 'AccountCreateParams'],
    right: 'rak_connected_account_write',
    answers: 'account',
    run({ form, connected }) {
      const {
        stripe_dashboard: dashboard,
        fees,
        losses,
        requirement_collection: collection,
      } = form['controller'] as Record<string, { type?: string; payer?: string; payments?: string }> & {
        requirement_collection: string;
      };
      return connected.create({
        email: form['email'],
        metadata: form['metadata'],
        controller: {
          type: 'application',
          is_controller: true,
          stripe_dashboard: dashboard,
          fees,
          losses,
          requirement_collection: collection,
        },
      });
    },
  },
  'POST /v1/account_links': {
    params: ['AccountLinks', 'AccountLinkCreateParams'],
    right: 'rak_account_link_write',
    answers: 'accountLink',
    run({ state, form, connected }) {
      const account = connected.accounts.get(String(form['account']));
      if (!account) throw unreachable(String(form['account']));
      if (form['type'] !== 'account_onboarding')
        throw new StripeRefusal(
          400,
          'You cannot create `account_update` type Account Links for this account.',
          { param: 'type' },
        );
      for (const name of ['return_url', 'refresh_url']) {
        const url = URL.canParse(String(form[name])) ? new URL(String(form[name])) : null;
        if (!url) throw new StripeRefusal(400, 'Not a valid URL', { code: 'url_invalid', param: name });
        if (!state.isTest && url.protocol !== 'https:' && !state.reachesLocal)
          throw new StripeRefusal(400, 'Livemode requests must always be redirected via HTTPS.', {
            param: name,
          });
      }
      return state.make('accountLink', {
        expires_at: state.now() + 300,
        url: `https://connect.stripe.com/setup/s/${account.account.id}/${likeStripes('', 12)}`,
      });
    },
  },
};

/** How Stripe answers for an account that is not of this platform, or no longer. */
export function unreachable(account: string): StripeRefusal {
  return new StripeRefusal(
    403,
    `The provided key 'sk_test_********0000' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
  );
}
