import { useTranslation } from 'react-i18next';
import { api, type Output } from '#ui/api/client.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { webhookFormats, type Webhook, type WebhookFormat } from '../webhooks.contract.ts';
import { webhookEventTypes, type WebhookEventType } from '../webhooks-events.contract.ts';

type Props = {
  /** The one that is changed; null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onMade: (made: Output<'POST /api/webhook-endpoints'>) => void;
};

/** Asks where to, and what of. */
export function WebhookForm({ webhook, onClose, onMade }: Props) {
  const { t } = useTranslation('webhooks');
  const form = useServerForm({
    values: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      format: webhook?.format ?? ('events' as WebhookFormat),
      isEverything: (webhook?.events ?? []).length === 0,
      events: webhook?.events ?? [],
    },
    check: ({ url, isEverything, events }) => ({
      ...(url.trim() === '' && { url: t('form.urlMissing') }),
      ...(!isEverything && events.length === 0 && { events: t('form.chooseOne') }),
    }),
    send: async ({ url, description, format, isEverything, events }) => {
      const body = {
        url: url.trim(),
        description: description.trim(),
        format,
        events: isEverything ? [] : events,
      };
      if (!webhook) return api('POST /api/webhook-endpoints', { body });
      return {
        ...(await api('PATCH /api/webhook-endpoints/{id}', { params: { id: webhook.id }, body })),
        secret: '',
      };
    },
    refreshes: ['/api/webhook-endpoints'],
    placeOf: ({ code }) => (code === 'webhooks.address_refused' ? 'url' : undefined),
    onDone: onMade,
  });
  const { isEverything, events } = form.values;
  return (
    <FormDialog
      of={form}
      isSheet
      title={t(webhook ? 'form.editTitle' : 'form.title')}
      submit={t(webhook ? 'form.save' : 'add')}
      onClose={onClose}
      className="gap-4"
    >
      <Field label={t('form.url')} help={t('form.urlHelp')} error={form.errorOf('url')} required>
        <Input
          type="url"
          inputMode="url"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://crm.example.com/hooks"
          maxLength={2_048}
          {...form.register('url', {
            onChange: (event: { target: { value: string } }) => {
              const format = formatOf(event.target.value);
              if (format) form.set({ format });
            },
          })}
        />
      </Field>
      <Field label={t('form.format')} help={t(`form.formatHelp.${form.values.format}`)}>
        <Select
          value={form.values.format}
          onChange={(format) => form.set({ format })}
          options={webhookFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
        />
      </Field>
      <Field label={t('form.description')} help={t('form.descriptionHelp')} aside={t('common:optional')}>
        <Input maxLength={200} {...form.register('description')} />
      </Field>
      <fieldset className="grid gap-1">
        <legend className="pb-1.5 text-base font-medium">{t('form.events')}</legend>
        <Checkbox
          checked={isEverything}
          onChange={(checked) => form.set({ isEverything: checked })}
          label={t('form.everything')}
        />
        {!isEverything && (
          <div role="group" aria-label={t('form.chosen')} className="grid gap-1 pl-7">
            {webhookEventTypes.map((type) => (
              <Checkbox
                key={type}
                checked={events.includes(type)}
                onChange={(isChosen) => form.set({ events: withType(events, type, isChosen) })}
                label={t(`event.${type}`)}
                help={<code>{type}</code>}
              />
            ))}
          </div>
        )}
        {form.errorOf('events') && (
          <p role="alert" className="text-sm text-danger-ink">
            {form.errorOf('events')}
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}

/** Whose incoming webhook an address is; null where it may be anybody's. */
function formatOf(url: string): WebhookFormat | null {
  if (/^\s*https:\/\/hooks\.slack\.com\//.test(url)) return 'slack';
  return /^\s*https:\/\/(\w+\.)?discord(app)?\.com\/api\/webhooks\//.test(url) ? 'discord' : null;
}

const withType = (
  events: readonly WebhookEventType[],
  type: WebhookEventType,
  isChosen: boolean,
): WebhookEventType[] =>
  webhookEventTypes.filter((other) => (other === type ? isChosen : events.includes(other)));
