import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { Contact } from '../../contacts.contract.ts';

/** What a contact gave in forms. Everything is shown as text; only telephone numbers can be called. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { t } = useTranslation('visitor-details');
  const link = 'text-accent-ink underline-offset-4 hover:underline';
  return (
    <>
      {contact.claimedEmail && (
        <div className="grid gap-0.5">
          <dt className="text-sm text-muted">{t('claimedEmail')}</dt>
          <dd className="grid min-w-0 gap-1 break-words">
            <span className="break-all">{contact.claimedEmail}</span>
            <span className="text-sm text-muted">{t('claimedBy')}</span>
            {contact.claimedContactId && (
              <Link to={paths.contact(contact.claimedContactId)} className={link}>
                {t('openOther')}
              </Link>
            )}
          </dd>
        </div>
      )}
      {contact.customValues.map(({ key, type, label, value }, at) => (
        <div key={`${key}-${at}`} className="grid gap-0.5">
          <dt className="text-sm break-words text-muted">{label || t(`type.${type}`)}</dt>
          <dd className="min-w-0 break-words whitespace-pre-wrap">
            {type === 'checkbox' ? t(value === 'true' ? 'yes' : 'no') : value}
          </dd>
        </div>
      ))}
    </>
  );
}
