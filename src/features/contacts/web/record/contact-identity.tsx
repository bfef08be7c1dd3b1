import { factGap } from '#shared/text/fact-gap.ts';
import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Time } from '#ui/browser/time.tsx';
import type { Contact } from '../../contacts.contract.ts';

/** Who a contact is by the word of the owner's server, and what pages told about it by their own. */
export function ContactIdentity({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts');
  const variables = Object.entries(contact.variables);
  return (
    <>
      {contact.externalId && (
        <div className="grid gap-0.5">
          <dt className="text-sm text-muted">{t('identity.externalId')}</dt>
          <dd className="min-w-0">
            <span className="font-mono text-sm break-all">{contact.externalId}</span>
            {contact.verifiedAt && (
              <span className="mt-0.5 flex items-center gap-1.5 text-sm text-success-ink">
                <BadgeCheck size={16} aria-hidden="true" className="shrink-0" />
                <span>
                  {t('identity.verified')}
                  {factGap}
                  <Time at={contact.verifiedAt} />
                </span>
              </span>
            )}
          </dd>
        </div>
      )}
      {variables.length > 0 && (
        <div className="grid gap-0.5">
          <dt className="text-sm text-muted">{t('identity.variables')}</dt>
          <dd className="grid gap-1">
            {variables.map(([name, value]) => (
              <span key={name} className="min-w-0 break-words">
                <span className="text-muted">{name}:</span> {value}
              </span>
            ))}
            <span className="text-sm text-muted">{t('identity.variablesHelp')}</span>
          </dd>
        </div>
      )}
    </>
  );
}
