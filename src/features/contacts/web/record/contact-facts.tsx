import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { Badge } from '#ui/page/display.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { deviceName } from '#ui/browser/device-name.ts';
import { wasSeen, type ContactDetail } from '../../contacts.contract.ts';
import { ContactDetails } from './contact-details.tsx';
import { ContactIdentity } from './contact-identity.tsx';
import { placeOf } from '../contact-name.ts';
import { BrowserProofs } from './proof-mark.tsx';

/** Shows only addresses that a browser may open; anything else stays text. */
function PageLink({ url }: { url: string }) {
  const shown = url.replace(/^https?:\/\//, '').replace(/\/$/, '');
  if (!/^https?:\/\//i.test(url)) return <span className="break-all">{shown}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="break-all text-accent-ink underline-offset-4 hover:underline"
    >
      {shown}
    </a>
  );
}

/** What is known of a contact. `pages`: addresses where they wrote. */
export function ContactFacts({ contact, pages }: { contact: ContactDetail; pages: readonly string[] }) {
  const { t, i18n } = useTranslation(['contacts', 'contact-record']);
  const language = contact.language
    ? (new Intl.DisplayNames(i18n.language, { type: 'language' }).of(contact.language) ?? contact.language)
    : null;
  const place = placeOf(contact, i18n.language);
  const where = [...new Set(pages.filter((page) => page !== contact.landingUrl))];
  const facts: [string, ReactNode][] = [
    [t('facts.agent'), contact.agentName],
    [t('facts.place'), place],
    [t('facts.timezone'), contact.timezone],
    [t('facts.language'), language],
    [
      t('facts.device'),
      [contact.browser, contact.os, deviceName(contact.device, t)].filter(Boolean).join(', '),
    ],
    [t('facts.firstSeen'), wasSeen(contact) && <Time key="first" at={contact.firstSeenAt} plain />],
    [t('facts.lastSeen'), wasSeen(contact) && <Time key="last" at={contact.lastSeenAt} />],
    [t('facts.conversations'), readableNumber(contact.conversationCount, i18n.language)],
    [t('facts.messages'), readableNumber(contact.messageCount, i18n.language)],
    [t('facts.landing'), contact.landingUrl && <PageLink key="landing" url={contact.landingUrl} />],
    [t('facts.referrer'), contact.referrer && <PageLink key="referrer" url={contact.referrer} />],
    ...Object.entries(contact.utm).map(([name, value]): [string, ReactNode] => [
      t(`contact-record:utm.${name}`),
      value,
    ]),
    [t('facts.tag'), contact.tag && <Badge key="tag">{contact.tag}</Badge>],
  ];
  return (
    <aside aria-label={t('facts.title')} className="rounded-card border border-line bg-surface p-5">
      <h2 className="mb-3 font-semibold">{t('facts.title')}</h2>
      <dl className="grid gap-3">
        <ContactIdentity contact={contact} />
        <BrowserProofs visitors={contact.visitors} />
        <ContactDetails contact={contact} />
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <div key={name} className="grid gap-0.5">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="tabular min-w-0 break-words">{value}</dd>
            </div>
          ))}
        {where.length > 0 && (
          <div className="grid gap-0.5">
            <dt className="text-sm text-muted">{t('facts.pages')}</dt>
            <dd className="grid gap-1">
              {where.slice(0, 10).map((page) => (
                <PageLink key={page} url={page} />
              ))}
            </dd>
          </div>
        )}
      </dl>
    </aside>
  );
}
