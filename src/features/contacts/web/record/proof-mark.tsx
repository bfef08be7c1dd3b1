import { factGap } from '#shared/text/fact-gap.ts';
import { BadgeCheck, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Time } from '#ui/browser/time.tsx';
import type { Contact } from '../../contacts.contract.ts';

/** A line that says whether something was shown to be true, in words and not by its colour alone. */
function Mark({ isProven, children }: { isProven: boolean; children: ReactNode }) {
  const Icon = isProven ? BadgeCheck : CircleHelp;
  return (
    <span className={`flex items-start gap-1.5 text-sm ${isProven ? 'text-success-ink' : 'text-muted'}`}>
      <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </span>
  );
}

/** What showed that a contact's address is theirs, or that nothing did. */
export function AddressProof({
  contact,
}: {
  contact: Pick<Contact, 'emailProof' | 'emailProvenAt' | 'source'>;
}) {
  const { t } = useTranslation('visitor-details');
  const { emailProof, emailProvenAt, source } = contact;
  if (emailProof === null || emailProvenAt === null) {
    return (
      <Mark isProven={false}>
        {t(source === 'manual' || source === 'import' ? 'proof.noted' : 'proof.typed')}
      </Mark>
    );
  }
  return (
    <Mark isProven>
      {t(`proof.${emailProof}`)}
      {factGap}
      <Time at={emailProvenAt} plain="date" />
    </Mark>
  );
}

/** Whether the visitor of a conversation showed to be the contact that it stands under. */
export function VisitorProof({ isProven }: { isProven: boolean }) {
  const { t } = useTranslation('visitor-details');
  return <Mark isProven={isProven}>{t(isProven ? 'proof.visitor' : 'proof.typed')}</Mark>;
}

/**
 * How many of a contact's browsers showed to be theirs; nothing while all or none did, which the address says
 * already.
 */
export function BrowserProofs({ visitors }: { visitors: { proven: number; claimed: number } }) {
  const { t } = useTranslation('visitor-details');
  if (visitors.proven + visitors.claimed < 2) return null;
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-muted">{t('proof.browsers')}</dt>
      <dd className="grid gap-1">
        <span className="tabular">{t('proof.browserCounts', visitors)}</span>
        {visitors.claimed > 0 && <span className="text-sm text-muted">{t('proof.browsersHelp')}</span>}
      </dd>
    </div>
  );
}
