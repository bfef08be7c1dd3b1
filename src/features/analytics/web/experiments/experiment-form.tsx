import { useTranslation } from 'react-i18next';
import { exampleOf, minorOf, typedOf } from '#shared/money/amounts.ts';
import { digitsOf } from '#shared/money/money.ts';
import type { ExperimentValues } from '#features/agents/agents-experiments.contract.ts';
import { mostAmount } from '#features/paywall/paywall.contract.ts';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Slider } from '#ui/controls/slider.tsx';
import { TypedInput } from '#ui/controls/typed-input.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AgentExperimentsShown } from '../../analytics-experiments.contract.ts';
import { offerName } from './values-of.ts';

type Props = {
  agentId: string;
  /** What everybody has now; the form begins with it. */
  now: ExperimentValues;
  shown: AgentExperimentsShown;
  onClose: () => void;
};

/** Another price, free count, wall or welcome for a part of the visitors who come from now on. */
export function ExperimentForm({ agentId, now, shown, onClose }: Props) {
  const { t, i18n } = useTranslation('agent-report');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const readable = (hundredths: number): string => percent.format(hundredths / 100);
  const form = useServerForm({
    values: { variant: now, share: 50, harmPercent: 10 },
    send: (body) => api('POST /api/agents/{id}/experiments', { params: { id: agentId }, body }),
    refreshes: ['/api/agents'],
    onDone: () => {
      void toast({ variant: 'success', description: t('experiments.begun') });
      onClose();
    },
  });
  const { variant, share, harmPercent } = form.values;
  const title = t(`experiments.try.${now.subject}`);
  return (
    <FormDialog
      of={form}
      title={title}
      description={t(`experiments.about.${now.subject}`)}
      submit={t('experiments.begin')}
      onClose={onClose}
      isSheet
      className="gap-5"
    >
      <Values values={variant} shown={shown} set={(values) => form.set({ variant: values })} />
      <Field label={t('experiments.share', { share: readable(share) })} error={form.errorOf('share')}>
        <Slider
          min={1}
          max={99}
          label={t('experiments.share', { share: readable(share) })}
          value={share}
          onChange={(next) => form.set({ share: next })}
          format={readable}
        />
      </Field>
      <Field
        label={t('experiments.harm', { percent: readable(harmPercent) })}
        help={t('experiments.harmHelp')}
        error={form.errorOf('harmPercent')}
      >
        <Slider
          min={1}
          max={90}
          label={t('experiments.harm', { percent: readable(harmPercent) })}
          value={harmPercent}
          onChange={(next) => form.set({ harmPercent: next })}
          format={readable}
        />
      </Field>
    </FormDialog>
  );
}

function Values({
  values,
  shown,
  set,
}: {
  values: ExperimentValues;
  shown: AgentExperimentsShown;
  set: (values: ExperimentValues) => void;
}) {
  const { t, i18n } = useTranslation('agent-report');
  const digits = digitsOf(shown.currency);
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  switch (values.subject) {
    case 'price':
      return Object.entries(values.amounts).map(([key, amount]) => (
        <Field key={key} label={offerName(key, shown, t)}>
          <TypedInput
            value={amount}
            onChange={(next) => set({ ...values, amounts: { ...values.amounts, [key]: next } })}
            read={(typed) => minorOf(typed, digits, mostAmount, i18n.language)}
            show={(minor) => typedOf(minor, digits, i18n.language)}
            example={exampleOf(digits, i18n.language)}
            unit={shown.currency}
          />
        </Field>
      ));
    case 'free':
      return (
        <Field label={t('experiments.subject.free')}>
          <Input
            type="number"
            min={0}
            max={1_000}
            className="max-w-40"
            value={values.freeMessages}
            onChange={({ target }) => set({ ...values, freeMessages: Math.round(Number(target.value)) })}
          />
        </Field>
      );
    case 'wall':
      return (
        <>
          <Field label={t('experiments.wallText')}>
            <Textarea
              maxLength={300}
              rows={3}
              placeholder={t('experiments.usualText')}
              value={values.description}
              onChange={({ target }) => set({ ...values, description: target.value })}
            />
          </Field>
          <Field label={t('experiments.wallButton')}>
            <Input
              maxLength={40}
              placeholder={t('experiments.usualButton')}
              value={values.buttonText}
              onChange={({ target }) => set({ ...values, buttonText: target.value })}
            />
          </Field>
        </>
      );
    case 'welcome':
      return (
        <>
          <Field label={t('experiments.subject.welcome')}>
            <Textarea
              maxLength={1_000}
              value={values.welcomeMessage}
              onChange={({ target }) => set({ ...values, welcomeMessage: target.value })}
            />
          </Field>
          {values.welcomes.map(({ language, text }) => (
            <Field key={language} label={names.of(language) ?? language}>
              <Textarea
                maxLength={1_000}
                value={text}
                onChange={({ target }) =>
                  set({
                    ...values,
                    welcomes: values.welcomes.map((one) =>
                      one.language === language ? { language, text: target.value } : one,
                    ),
                  })
                }
              />
            </Field>
          ))}
        </>
      );
  }
}
