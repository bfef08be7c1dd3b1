import { useTranslation } from 'react-i18next';
import {
  clientFeatures,
  clientLimits,
  type ClientLimit,
} from '#features/accounts/accounts-clients.contract.ts';
import { highestLimits } from '#features/account-limits/account-limits.contract.ts';
import { api } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { ClientDetails } from '../agencies.contract.ts';

type Typed = Record<ClientLimit, string>;
type Props = {
  client: ClientDetails;
  isLocked: boolean;
};

const refreshes = ['/api/clients'];

/** How much a client may have, and what it may use. */
export function ClientLimitsForm({ client, isLocked }: Props) {
  const { t, i18n } = useTranslation('agencies');
  const typed = Object.fromEntries(
    clientLimits.map((limit) => [limit, client.limits[limit] === null ? '' : String(client.limits[limit])]),
  ) as Typed;
  const number = (value: number) => readableNumber(value, i18n.language);
  const highestOf = (limit: ClientLimit): number => client.highest[limit] ?? highestLimits[limit];
  const read = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));
  const faultOf = (limit: ClientLimit, text: string): string | undefined =>
    !/^\d{0,9}$/.test(text.trim())
      ? t('limits.invalid')
      : limit === 'members' && read(text) === 0
        ? t('limits.atLeastOne')
        : (read(text) ?? 0) > highestOf(limit)
          ? t('limits.atMost', { most: number(highestOf(limit)) })
          : undefined;
  const helpOf = (limit: ClientLimit): string => {
    const used = number(client.used[limit]);
    const most = client.highest[limit];
    return most === null ? t('limits.help', { used }) : t('limits.helpWithin', { used, most: number(most) });
  };
  const form = useServerForm({
    values: typed,
    check: (values) =>
      Object.fromEntries(
        clientLimits.flatMap((limit) => {
          const fault = faultOf(limit, values[limit]);
          return fault ? [[limit, fault]] : [];
        }),
      ),
    send: ({ agents, messages, pages, members }) =>
      api('PATCH /api/clients/{id}', {
        params: { id: client.id },
        body: {
          limits: {
            agents: read(agents),
            messages: read(messages),
            pages: read(pages),
            members: read(members),
          },
        },
      }),
    refreshes,
    onDone: () => toast({ variant: 'success', title: t('limits.saved') }),
  });
  return (
    <div className="grid gap-8 pt-2">
      <Form of={form} className="gap-4">
        {clientLimits.map((limit) => (
          <Field key={limit} label={t(`count.${limit}`)} help={helpOf(limit)} error={form.errorOf(limit)}>
            <Input inputMode="numeric" autoComplete="off" maxLength={10} {...form.register(limit)} />
          </Field>
        ))}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          pending={form.isBusy}
          disabled={isLocked}
        >
          {t('limits.save')}
        </Button>
      </Form>
      <Features client={client} isLocked={isLocked} />
    </div>
  );
}

function Features({ client, isLocked }: Props) {
  const { t } = useTranslation('agencies');
  const change = useMutate('PATCH /api/clients/{id}', { refreshes });
  const off = change.isPending
    ? (change.variables.body.featuresOff ?? client.featuresOff)
    : client.featuresOff;
  return (
    <section aria-labelledby="client-features" className="grid gap-2">
      <h3 id="client-features" className="font-semibold">
        {t('features.title')}
      </h3>
      <p className="text-sm text-muted">{t('features.text')}</p>
      {clientFeatures.map((feature) => (
        <Switch
          key={feature}
          label={t(`features.${feature}`)}
          checked={!off.includes(feature)}
          disabled={isLocked || change.isPending}
          onChange={(isOn) =>
            change.mutate({
              params: { id: client.id },
              body: {
                featuresOff: isOn ? off.filter((other) => other !== feature) : [...off, feature],
              },
            })
          }
        />
      ))}
    </section>
  );
}
