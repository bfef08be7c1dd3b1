import { factGap } from '#shared/text/fact-gap.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MailX } from 'lucide-react';
import { contactFieldNames, contactFields, countryCodes } from '#shared/contacts/contact-fields.ts';
import { formatMoney } from '#shared/money/money.ts';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh, setEndpointData } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Badge } from '#ui/page/display.tsx';
import { CustomValues } from '#features/custom-fields/web/custom-values.tsx';
import { InlineField } from '#features/custom-fields/web/inline-field.tsx';
import { useCustomFields } from '#features/custom-fields/web/use-custom-fields.ts';
import { readableCost } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import type { ContactDetail, ContactChange } from '../../contacts.contract.ts';
import { AddressProof } from './proof-mark.tsx';
import { TagChip } from '../tags/tag-chip.tsx';
import { TagPicker, useTags } from '../tags/tag-picker.tsx';

/** Stores a change of a contact and shows it everywhere. A refused field's own reason is what is thrown. */
export function useContactChange(id: string): (change: ContactChange) => Promise<void> {
  const client = useQueryClient();
  return async (change) => {
    try {
      const saved = await api('PATCH /api/contacts/{id}', { params: { id }, body: change });
      setEndpointData(client, 'GET /api/contacts/{id}', { params: { id } }, () => saved);
      void refresh(client, '/api/contact-tags');
      void client.invalidateQueries({ queryKey: ['/api/contacts'], refetchType: 'none' });
    } catch (error) {
      if (error instanceof ApiError && error.fields)
        throw new Error(Object.values(error.fields)[0] ?? error.message, { cause: error });
      throw error;
    }
  };
}

const typed = contactFieldNames.flatMap((name) => {
  const { input } = contactFields[name];
  return input === 'place' ? [] : [[name, input] as const];
});

/** What members know of a person and may change where it stands. */
export function ContactRecord({ contact }: { contact: ContactDetail }) {
  const { t, i18n } = useTranslation(['contact-record', 'custom-fields']);
  const own = useCustomFields('contact');
  const user = useUser();
  const isReader = user.can['contacts.edit'] === false;
  const change = useContactChange(contact.id);
  const regions = useMemo(
    () => new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'code' }),
    [i18n.language],
  );
  const countries = useMemo(
    () =>
      countryCodes()
        .map((code) => ({ value: code, label: regions.of(code) ?? code }))
        .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language)),
    [regions, i18n.language],
  );
  const consent = contact.marketingConsent;
  return (
    <section aria-labelledby="contact-record" className="rounded-card border border-line bg-surface p-5">
      <h2 id="contact-record" className="mb-2 font-semibold">
        {t('title')}
      </h2>
      <dl className="grid gap-0.5">
        {typed.map(([name, type]) => (
          <Fragment key={name}>
            <InlineField
              label={t(`field.${name}`)}
              type={type}
              maxLength={contactFields[name].limit}
              disabled={isReader}
              value={contact[name] ?? ''}
              shown={
                name === 'email' && contact.email !== null ? (
                  <AddressWithProof contact={contact} />
                ) : undefined
              }
              onSave={(value) => change({ [name]: value || null })}
            />
            {name === 'email' && (
              <OtherAddresses contact={contact} isReader={isReader} onMain={(email) => change({ email })} />
            )}
          </Fragment>
        ))}
        {!user.hideLocationData && (
          <>
            <InlineField
              label={t('field.country')}
              disabled={isReader}
              value={contact.country ?? ''}
              shown={
                contact.country &&
                (/^[A-Z]{2}$/.test(contact.country) ? regions.of(contact.country) : contact.country)
              }
              options={countries}
              onSave={(value) => change({ country: value || null })}
            />
            <InlineField
              label={t('field.region')}
              disabled={isReader}
              maxLength={contactFields.region.limit}
              value={contact.region ?? ''}
              onSave={(value) => change({ region: value || null })}
            />
            <InlineField
              label={t('field.city')}
              disabled={isReader}
              maxLength={contactFields.city.limit}
              value={contact.city ?? ''}
              onSave={(value) => change({ city: value || null })}
            />
          </>
        )}
        <InlineField
          label={t('field.leadScore')}
          type="number"
          disabled={isReader}
          value={String(contact.leadScore)}
          shown={<Score value={contact.leadScore} />}
          onSave={(value) => changeScore(change, value, t('scoreBounds'))}
        />
        <InlineField
          label={t('field.consent')}
          disabled={isReader}
          value={consent ? String(consent.value) : ''}
          shown={
            consent && (
              <span>
                {t(consent.value ? 'consent.yes' : 'consent.no')}
                <span className="block text-sm text-muted">
                  {t(consent.source === 'member' ? 'consent.byMember' : 'consent.byThem')}
                  {factGap}
                  <Time at={consent.at} plain="date" />
                </span>
              </span>
            )
          }
          options={[
            { value: 'true', label: t('consent.yes') },
            { value: 'false', label: t('consent.no') },
          ]}
          onSave={(value) =>
            value === '' ? Promise.resolve() : change({ marketingConsent: value === 'true' })
          }
        />
        {contact.unsubscribedAt !== null && (
          <div className="flex items-start gap-2 py-1.5 text-warning-ink">
            <dt>
              <MailX size={16} className="mt-0.5" aria-hidden="true" />
              <span className="sr-only">{t('mails.label')}</span>
            </dt>
            <dd>
              {t('mails.unwanted')} <Time at={contact.unsubscribedAt} plain="date" />
            </dd>
          </div>
        )}
      </dl>
      {own.length > 0 && (
        <section aria-labelledby="own-fields" className="mt-3 border-t border-line pt-3">
          <h3 id="own-fields" className="mb-1 text-sm font-medium">
            {t('custom-fields:title')}
          </h3>
          <dl className="grid gap-0.5">
            <CustomValues
              fields={own}
              values={contact.customFields}
              disabled={isReader}
              onSave={(customFields) => change({ customFields })}
            />
          </dl>
        </section>
      )}
      <Tags contact={contact} isReader={isReader} onChange={(tagIds) => change({ tagIds })} />
      <Earned contact={contact} />
    </section>
  );
}

function AddressWithProof({ contact }: { contact: ContactDetail }) {
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="break-all">{contact.email}</span>
      <AddressProof contact={contact} />
    </span>
  );
}

/** Further addresses of the person, each of which may become the main one. */
function OtherAddresses({
  contact,
  isReader,
  onMain,
}: {
  contact: ContactDetail;
  isReader: boolean;
  onMain: (email: string) => Promise<void>;
}) {
  const { t } = useTranslation('contact-record');
  if (contact.otherEmails.length === 0) return null;
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-3 py-1.5">
      <dt className="text-sm text-muted">{t('otherEmails')}</dt>
      <dd className="grid gap-1.5">
        {contact.otherEmails.map((email) => (
          <span key={email} className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="min-w-0 break-all">{email}</span>
            {!isReader && (
              <button
                type="button"
                className="min-h-11 text-sm font-medium text-accent-ink underline-offset-4 hover:underline md:min-h-8"
                onClick={() => void onMain(email)}
              >
                {t('makeMain')}
              </button>
            )}
          </span>
        ))}
      </dd>
    </div>
  );
}

async function changeScore(
  change: (input: ContactChange) => Promise<void>,
  value: string,
  bounds: string,
): Promise<void> {
  const score = Number(value);
  if (!/^\d{1,3}$/.test(value) || score > 100) throw new Error(bounds);
  await change({ leadScore: score });
}

/** A score of 0…100 as number and length. */
function Score({ value }: { value: number }) {
  return (
    <span className="flex items-center gap-2.5">
      <span className="tabular w-7">{value}</span>
      <span aria-hidden="true" className="h-1.5 w-20 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-accent-strong" style={{ width: `${value}%` }} />
      </span>
    </span>
  );
}

function Tags({
  contact,
  isReader,
  onChange,
}: {
  contact: ContactDetail;
  isReader: boolean;
  onChange: (tagIds: string[]) => Promise<void>;
}) {
  const { t } = useTranslation('contact-record');
  const { byId } = useTags();
  const chosen = new Set(contact.tagIds);
  const toggle = (id: string) =>
    void onChange(chosen.has(id) ? contact.tagIds.filter((each) => each !== id) : [...contact.tagIds, id]);
  return (
    <div className="mt-3 border-t border-line pt-3">
      <h3 className="mb-1.5 text-sm text-muted">{t('tags.title')}</h3>
      <div className="flex flex-wrap items-center gap-1.5">
        {contact.tagIds.map((id) => {
          const tag = byId.get(id);
          return tag && <TagChip key={id} tag={tag} {...(isReader ? {} : { onRemove: () => toggle(id) })} />;
        })}
        {!isReader && <TagPicker chosen={chosen} onToggle={toggle} label={t('tags.add')} />}
        {isReader && contact.tagIds.length === 0 && <span className="text-muted">–</span>}
      </div>
    </div>
  );
}

/** Money that came of the person, and what the models cost; nothing for whoever has bought nothing. */
function Earned({ contact: { money } }: { contact: ContactDetail }) {
  const { t, i18n } = useTranslation('contact-record');
  if (!money || money.sums.length === 0) return null;
  const say = (amount: number, currency: string) => formatMoney(amount, currency, i18n.language);
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="mb-1.5 text-sm text-muted">{t('money.title')}</h3>
      <ul className="grid gap-1">
        {money.sums.map(({ currency, paid, refunded, isTest }) => (
          <li key={`${currency}${isTest}`} className="flex flex-wrap items-baseline gap-x-2">
            <span className="tabular text-md font-semibold">{say(paid - refunded, currency)}</span>
            {refunded > 0 && (
              <span className="text-sm text-muted">
                {t('money.refunded', { amount: say(refunded, currency) })}
              </span>
            )}
            {isTest && <Badge tone="warning">{t('money.test')}</Badge>}
          </li>
        ))}
      </ul>
      {money.isSubscribed && (
        <Badge tone="success" dot className="mt-2">
          {t('money.subscribed')}
        </Badge>
      )}
      {money.aiCostMicros > 0 && (
        <p className="mt-2 text-sm text-muted">
          {t('money.aiCost', { amount: readableCost(money.aiCostMicros, i18n.language) })}
        </p>
      )}
    </div>
  );
}
