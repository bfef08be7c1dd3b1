import { eachContactField } from '#shared/contacts/contact-fields.ts';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { Contact } from '../../contacts.contract.ts';
import { mergeFields, type MergeField } from '../../contacts-many.contract.ts';
import { useContactName } from '../contact-name.ts';

/** Two contacts side by side: of each field one value is kept, and both become the first. */
export function MergeDialog({
  one,
  other,
  onClose,
  onDone,
}: {
  one: Contact;
  other: Contact;
  onClose: () => void;
  onDone?: () => void;
}) {
  const { t, i18n } = useTranslation(['contacts', 'contact-record']);
  const client = useQueryClient();
  const nameOf = useContactName();
  const [taken, setTaken] = useState<ReadonlySet<MergeField>>(new Set());
  const shown = (contact: Contact, field: MergeField): string => {
    const value = contact[field];
    if (value === null || value === '') return '';
    if (field === 'lifecycle') return t(`contact-record:lifecycle.${contact.lifecycle}`);
    if (field === 'marketingConsent')
      return t(contact.marketingConsent?.value ? 'contact-record:consent.yes' : 'contact-record:consent.no');
    if (field === 'country' && contact.country && /^[A-Z]{2}$/.test(contact.country))
      return new Intl.DisplayNames(i18n.language, { type: 'region' }).of(contact.country) ?? contact.country;
    return String(value);
  };
  // What only one has is kept without asking.
  const differing = mergeFields.filter(
    (field) =>
      shown(one, field) !== '' && shown(other, field) !== '' && shown(one, field) !== shown(other, field),
  );
  const merge = async (): Promise<void> => {
    await api('POST /api/contacts/{id}/merge', {
      params: { id: one.id },
      body: { otherId: other.id, take: differing.filter((field) => taken.has(field)) },
    });
    await refresh(client, '/api/contacts', '/api/contact-duplicates');
    toast({ variant: 'success', title: t('merge.done') });
    onDone?.();
  };
  const labels: Record<MergeField, string> = {
    ...eachContactField((name) => t(`contact-record:field.${name}`)),
    lifecycle: t('contact-record:stage'),
    leadScore: t('contact-record:field.leadScore'),
    marketingConsent: t('contact-record:field.consent'),
  };
  const choose = (field: MergeField, isOther: boolean) => {
    const next = new Set(taken);
    if (isOther) next.add(field);
    else next.delete(field);
    setTaken(next);
  };
  return (
    <ConfirmDialog
      title={t('merge.title')}
      description={t('merge.text', { one: nameOf(one).name, other: nameOf(other).name })}
      confirm={t('merge.confirm')}
      tone="primary"
      run={merge}
      onClose={onClose}
    >
      {differing.map((field) => (
        <fieldset key={field} className="grid gap-1.5">
          <legend className="mb-1.5 text-sm text-muted">{labels[field]}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {[one, other].map((contact, at) => {
              const isOn = taken.has(field) === (at === 1);
              return (
                <label
                  key={contact.id}
                  className={clsx(
                    'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-accent-strong',
                    isOn ? 'border-accent-strong bg-accent-tint' : 'border-line hover:bg-sunken',
                  )}
                >
                  <input
                    type="radio"
                    name={field}
                    checked={isOn}
                    onChange={() => choose(field, at === 1)}
                    className="size-4 shrink-0 accent-accent-strong"
                  />
                  <span className="min-w-0 break-words">{shown(contact, field)}</span>
                </label>
              );
            })}
          </div>
        </fieldset>
      ))}
    </ConfirmDialog>
  );
}
