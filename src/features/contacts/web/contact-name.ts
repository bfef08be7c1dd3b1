import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { shortId } from '#shared/ids.ts';
import { deviceName } from '#ui/browser/device-name.ts';
import type { Contact } from '../contacts.contract.ts';

type Facts = Pick<Contact, 'id' | 'name' | 'email' | 'country' | 'timezone' | 'device' | 'browser' | 'os'>;

/**
 * The country, or the city that a time zone is named after (`Europe/Prague` → Prague); null when neither is
 * known.
 */
export function placeOf(contact: Pick<Contact, 'country' | 'timezone'>, language: string): string | null {
  if (contact.country && /^[a-z]{2}$/i.test(contact.country))
    return (
      new Intl.DisplayNames(language, { type: 'region' }).of(contact.country.toUpperCase()) ?? contact.country
    );
  if (contact.country) return contact.country;
  const zone = contact.timezone?.split('/') ?? [];
  return zone.length > 1 && zone[0] !== 'Etc' ? (zone.at(-1)?.replaceAll('_', ' ') ?? null) : null;
}

/**
 * How a contact is called: by name or email, else "Visitor 7F3A"; and what is known of where they came from.
 */
export function useContactName(): (contact: Facts) => { name: string; detail: string; isKnown: boolean } {
  const { t, i18n } = useTranslation('contacts');
  return (contact) => {
    const known = contact.name.trim() || contact.email;
    const device =
      contact.browser && contact.os
        ? t('browserOn', { browser: contact.browser, os: contact.os })
        : (contact.browser ?? contact.os ?? deviceName(contact.device, t));
    const detail = [contact.name.trim() ? contact.email : null, placeOf(contact, i18n.language), device]
      .filter(Boolean)
      .join(factGap);
    return { name: known || t('visitor', { id: shortId(contact.id) }), detail, isKnown: Boolean(known) };
  };
}
