import { AppError } from '#shared/errors.ts';
import { isInMailDomains, type SignUp } from '#shared/sign-up.ts';
import type { Database } from '#platform/database/database.ts';
import { readableHost } from '#platform/dns/shown-host.ts';
import { superadminExists } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { authErrors } from '../auth.contract.ts';

/** What the superadmin set about people who are not there yet. */
export type SignUpRules = {
  signUp: SignUp;
  /** From which domains of mail addresses they come; empty: from all. */
  signUpDomains: readonly string[];
  trialDays: number;
};

/**
 * Who may come in who is not there yet: the one place that knows, for registering, inviting and joining. Rules
 * are asked for each time, because they change while the server runs.
 */
export function createSignUp({ database, rules }: { database: Database; rules(): SignUpRules }) {
  const refused = (domains: readonly string[]): AppError =>
    new AppError(authErrors.mailDomainRefused, {
      variables: { domains: domains.map(readableHost).join(', ') },
    });
  const isAllowed = (email: string): boolean => isInMailDomains(email, rules().signUpDomains);

  return {
    /** Days for which an account that is made now tries everything. */
    trialDays: (): number => rules().trialDays,

    /** Whether somebody who is known and works nowhere may have an account of their own. */
    mayOpen: (email: string): boolean => rules().signUp === 'open' && isAllowed(email),

    /**
     * Before somebody registers by themselves. As long as nobody is superadmin everybody may: the first person
     * has to come in to become it.
     * @throws `auth.registration_closed`, `auth.invitation_needed`, `auth.mail_domain_refused`
     */
    async requireOpen(email: string): Promise<void> {
      const { signUp, signUpDomains } = rules();
      if (this.mayOpen(email) || !(await superadminExists(database))) return;
      if (signUp === 'closed') throw new AppError(authErrors.registrationClosed);
      if (signUp === 'invitation') throw new AppError(authErrors.invitationNeeded);
      throw refused(signUpDomains);
    },

    /**
     * Before somebody is invited, and before somebody new comes in by an invitation.
     * @throws `auth.registration_closed`, `auth.mail_domain_refused`
     */
    requireInvited(email: string): void {
      const { signUp, signUpDomains } = rules();
      if (signUp === 'closed') throw new AppError(authErrors.registrationClosed);
      if (!isAllowed(email)) throw refused(signUpDomains);
    },
  };
}

export type SignUpUsecases = ReturnType<typeof createSignUp>;
