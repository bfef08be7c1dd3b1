import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from '#ui/page/display.tsx';
import type { AccountSummary } from '../../superadmin-accounts.contract.ts';

const tones = {
  suspended: 'danger',
  own: 'accent',
  given: 'accent',
  over: 'warning',
  trialing: 'info',
  incomplete: 'warning',
  active: 'success',
} satisfies Record<string, Tone>;

function stateOf(account: AccountSummary): keyof typeof tones {
  if (account.suspended) return 'suspended';
  if (account.isOperators) return 'own';
  if (account.given) return 'given';
  if (!account.isActive || account.status === 'canceled') return 'over';
  return account.status;
}

/** Where an account stands, in a word. */
export function AccountState({ account }: { account: AccountSummary }) {
  const { t } = useTranslation('superadmin-accounts');
  const state = stateOf(account);
  return (
    <Badge tone={tones[state]} dot>
      {t(`state.${state}`)}
    </Badge>
  );
}
