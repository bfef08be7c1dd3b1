import { useTranslation } from 'react-i18next';
import { minorOf } from '#shared/money/amounts.ts';
import { currencies, currencyCodes, mostCharged, type Currency } from '#shared/money/money.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import {
  thresholdFigures,
  thresholdSides,
  type Threshold,
  type ThresholdFigure,
} from '../../analytics-thresholds.contract.ts';

const everyAgent = 'all';

type Values = {
  figure: ThresholdFigure;
  side: Threshold['side'];
  limit: string;
  currency: Currency;
  agent: string;
};

/** Asks which figure, and past what. */
export function ThresholdForm({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('webhooks');
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  const limitOf = ({ figure, limit, currency }: Values): number | null =>
    minorOf(
      limit,
      figure === 'revenue' ? currencies[currency].digits : 0,
      isShare(figure) ? 100 : mostCharged,
      i18n.language,
    );
  const initial: Values = {
    figure: 'messages',
    side: 'above',
    limit: '',
    currency: 'EUR',
    agent: everyAgent,
  };
  const form = useServerForm({
    values: initial,
    check: (values) => ({
      ...(limitOf(values) === null && { limit: t('threshold.limitMissing') }),
    }),
    send: (values) =>
      api('POST /api/analytics/thresholds', {
        body: {
          figure: values.figure,
          side: values.side,
          limit: limitOf(values) ?? 0,
          zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(values.figure === 'revenue' && { currency: values.currency }),
          ...(values.agent !== everyAgent && { agentId: values.agent }),
        },
      }),
    refreshes: ['/api/analytics/thresholds'],
    onDone: onClose,
  });
  const { figure, side, currency, agent } = form.values;
  return (
    <FormDialog
      of={form}
      title={t('threshold.add')}
      submit={t('threshold.add')}
      onClose={onClose}
      className="gap-4"
    >
      <Field label={t('threshold.figure')}>
        <Select
          value={figure}
          onChange={(value) => form.set({ figure: value })}
          options={thresholdFigures.map((value) => ({ value, label: t(`threshold.figures.${value}`) }))}
        />
      </Field>
      <Field label={t('threshold.side')} help={t(`threshold.sideHelp.${isShare(figure) ? 'share' : side}`)}>
        <Select
          value={side}
          onChange={(value) => form.set({ side: value })}
          options={thresholdSides.map((value) => ({ value, label: t(`threshold.sides.${value}`) }))}
        />
      </Field>
      <Field
        label={isShare(figure) ? `${t('threshold.limit')} (%)` : t('threshold.limit')}
        error={form.errorOf('limit')}
        required
      >
        <Input inputMode="decimal" autoComplete="off" maxLength={20} {...form.register('limit')} />
      </Field>
      {figure === 'revenue' && (
        <Field label={t('threshold.currency')}>
          <Select
            value={currency}
            onChange={(value) => form.set({ currency: value })}
            options={currencyCodes.map((value) => ({ value, label: value }))}
          />
        </Field>
      )}
      <Field label={t('threshold.agent')}>
        <Select
          value={agent}
          onChange={(value) => form.set({ agent: value })}
          options={[
            { value: everyAgent, label: t('threshold.all') },
            ...agents.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
    </FormDialog>
  );
}

const isShare = (figure: ThresholdFigure): boolean => figure === 'unanswered' || figure === 'satisfaction';
