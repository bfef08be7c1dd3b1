import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import type { PlanPrices } from '#shared/money/plan-offer.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Callout, Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import {
  planPriceBounds,
  planTextBounds,
  type OperatorSettingsView,
} from '#features/operator-settings/operator-settings.contract.ts';
import { useKeepSettings } from '#features/operator-settings/web/setting-hooks.ts';
import { planNames, usualPrices } from '../billing.contract.ts';
import { useBillingWords } from './billing-words.ts';
import { centsOf, linesOf, typedPrice } from './plan-inputs.ts';

/** What plans cost on this server, and what is said of them. */
export function PlansSection() {
  const { t } = useTranslation('superadmin-plans');
  const { data, error, refetch } = useEndpoint('GET /api/superadmin/settings', undefined, { staleTime: 0 });
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <div className="grid max-w-3xl gap-6">
      {data.plans === 'free' && <Callout tone="info">{t('free')}</Callout>}
      <Prices key={JSON.stringify(data.planPrices)} settings={data} />
      <Texts settings={data} />
    </div>
  );
}

const fields = ['proMonth', 'proYear', 'whiteLabelMonth'] as const satisfies (keyof PlanPrices)[];

function Prices({ settings }: { settings: OperatorSettingsView }) {
  const { t, i18n } = useTranslation('superadmin-plans');
  const typed = (cents: number): string => typedPrice(cents, i18n.language);
  const read = (price: string): number | null => centsOf(price, i18n.language);
  const words = useBillingWords();
  const keep = useKeepSettings();
  const now = settings.planPrices ?? usualPrices;
  const send = (planPrices: PlanPrices | null) =>
    api('PUT /api/superadmin/settings', { body: { planPrices } });
  const { least, most } = planPriceBounds;
  const bounds = { least: words.price(least, 'USD'), most: words.price(most, 'USD') };
  const form = useServerForm({
    values: {
      proMonth: typed(now.proMonth),
      proYear: typed(now.proYear),
      whiteLabelMonth: typed(now.whiteLabelMonth),
    },
    check: (values) => {
      const isDear = (read(values.proYear) ?? 0) >= (read(values.proMonth) ?? Infinity) * 12;
      return {
        ...(isDear && { proYear: t('validation.year') }),
        ...Object.fromEntries(
          fields
            .filter((name) => read(values[name]) === null)
            .map((name) => [name, t('validation.price', bounds)]),
        ),
      };
    },
    send: (values) =>
      send({
        proMonth: read(values.proMonth) ?? now.proMonth,
        proYear: read(values.proYear) ?? now.proYear,
        whiteLabelMonth: read(values.whiteLabelMonth) ?? now.whiteLabelMonth,
      }),
    onDone: keep,
    failureToast: t('common:failed.title'),
  });
  const back = useServerForm({ values: {}, send: () => send(null), onDone: keep });
  const isChanged = fields.some((name) => read(form.values[name]) !== now[name]);
  return (
    <Card aria-labelledby="plan-prices">
      <h2 id="plan-prices" className="text-md font-semibold">
        {t('prices.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-muted">{t('prices.text')}</p>
      <Form of={form} className="gap-5">
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {fields.map((name) => (
            <Field
              key={name}
              label={t(`prices.${name}`)}
              help={t('prices.usual', { price: words.price(usualPrices[name], 'USD') })}
              error={form.errorOf(name)}
            >
              <Input inputMode="decimal" autoComplete="off" unit="USD" {...form.register(name)} />
            </Field>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" pending={form.isBusy} disabled={!isChanged || back.isBusy}>
            {t('save')}
          </Button>
          {settings.planPrices && (
            <Button
              variant="ghost"
              pending={back.isBusy}
              disabled={form.isBusy}
              onClick={() => back.submit()}
            >
              {t('prices.back')}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}

function Texts({ settings }: { settings: OperatorSettingsView }) {
  const { t, i18n } = useTranslation('superadmin-plans');
  const [language, setLanguage] = useState<Language>(languages.find((one) => one === i18n.language) ?? 'en');
  return (
    <Card aria-labelledby="plan-texts">
      <h2 id="plan-texts" className="text-md font-semibold">
        {t('texts.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-muted">{t('texts.text')}</p>
      <Field label={t('texts.language')} className="mb-5 max-w-xs">
        <Select
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </Field>
      <TextsIn key={language} language={language} settings={settings} />
    </Card>
  );
}

const nothing = { about: '', includes: [] };

/** What is said of both plans in one language. */
function TextsIn({ language, settings }: { language: Language; settings: OperatorSettingsView }) {
  const { t } = useTranslation('superadmin-plans');
  const keep = useKeepSettings();
  const { pro, white_label: whiteLabel } = settings.planTexts[language] ?? {
    pro: nothing,
    white_label: nothing,
  };
  const typed = {
    proAbout: pro.about,
    proIncludes: pro.includes.join('\n'),
    white_labelAbout: whiteLabel.about,
    white_labelIncludes: whiteLabel.includes.join('\n'),
  };
  const form = useServerForm({
    values: typed,
    check: (values) =>
      Object.fromEntries(
        planNames.flatMap((plan) => {
          const lines = linesOf(values[`${plan}Includes`]);
          const isLong =
            lines.length > planTextBounds.lines || lines.some((line) => line.length > planTextBounds.line);
          return [
            [
              `${plan}About`,
              values[`${plan}About`].trim().length > planTextBounds.about
                ? t('validation.about', { most: planTextBounds.about })
                : undefined,
            ],
            [
              `${plan}Includes`,
              isLong
                ? t('validation.includes', { lines: planTextBounds.lines, most: planTextBounds.line })
                : undefined,
            ],
          ];
        }),
      ),
    send: (values) =>
      api('PUT /api/superadmin/settings', {
        body: {
          planTexts: {
            ...settings.planTexts,
            [language]: {
              pro: { about: values.proAbout, includes: linesOf(values.proIncludes) },
              white_label: {
                about: values.white_labelAbout,
                includes: linesOf(values.white_labelIncludes),
              },
            },
          },
        },
      }),
    onDone: keep,
    failureToast: t('common:failed.title'),
  });
  const isChanged = Object.entries(typed).some(
    ([name, text]) => form.values[name as keyof typeof typed].trim() !== text,
  );
  return (
    <Form of={form} className="gap-5">
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {planNames.map((plan) => (
          <fieldset key={plan} className="grid gap-4">
            <legend className="mb-3 font-medium">{t(`billing-web:name.${plan}`)}</legend>
            <Field label={t('texts.about')} error={form.errorOf(`${plan}About`)}>
              <Textarea
                rows={2}
                lang={language}
                placeholder={t(`billing-web:about.${plan}`, { lng: language })}
                {...form.register(`${plan}About`)}
              />
            </Field>
            <Field
              label={t('texts.includes')}
              help={t('texts.includesHelp')}
              error={form.errorOf(`${plan}Includes`)}
            >
              <Textarea rows={6} lang={language} {...form.register(`${plan}Includes`)} />
            </Field>
          </fieldset>
        ))}
      </div>
      <div>
        <Button type="submit" variant="primary" pending={form.isBusy} disabled={!isChanged}>
          {t('save')}
        </Button>
      </div>
    </Form>
  );
}
