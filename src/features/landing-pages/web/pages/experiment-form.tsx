import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Slider } from '#ui/controls/slider.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { experimentGoals, type LandingPage } from '../../landing-pages.contract.ts';
import { ExperimentResults } from './experiment-result.tsx';

const refreshes = ['/api/landing-pages'];

/** Two versions beside each other, to see which of them does more. */
export function ExperimentForm({ page }: { page: LandingPage }) {
  const { t } = useTranslation('landing-pages');
  const { data } = useEndpoint('GET /api/landing-pages/{id}/versions', { params: { id: page.id } });
  const others = (data?.versions ?? []).filter(({ version }) => version !== page.publishedVersion);
  return (
    <section aria-labelledby="experiment" className="grid gap-4">
      <h2 id="experiment" className="text-md font-semibold">
        {t('experiment.title')}
      </h2>
      <p className="text-muted">{t('experiment.text')}</p>
      {page.experiment && <ExperimentResults page={page} />}
      {others.length === 0 ? (
        <p className="text-muted">{t('experiment.oneVersion')}</p>
      ) : (
        <Choice
          key={`${page.experiment?.b} ${page.experiment?.share} ${page.experiment?.goal} ${others.length}`}
          page={page}
          versions={others.map(({ version }) => version)}
        />
      )}
    </section>
  );
}

function Choice({ page, versions }: { page: LandingPage; versions: readonly number[] }) {
  const { t } = useTranslation('landing-pages');
  const client = useQueryClient();
  const { experiment } = page;
  const params = { id: page.id };
  const form = useServerForm({
    values: {
      version: String(experiment?.b ?? versions[0] ?? ''),
      share: experiment?.share ?? 50,
      goal: experiment?.goal ?? 'conversations',
    },
    send: ({ version, share, goal }) =>
      api('PUT /api/landing-pages/{id}/experiment', {
        params,
        body: { experiment: { version: Number(version), share, goal } },
      }),
    onDone: () => void refresh(client, ...refreshes),
  });
  const end = useMutate('PUT /api/landing-pages/{id}/experiment', { refreshes });
  const { values } = form;
  return (
    <Form of={form} className="gap-4">
      <Field label={t('experiment.version')} error={form.errorOf('version')}>
        <Select
          value={values.version}
          onChange={(version) => form.set({ version })}
          options={versions.map((version) => ({
            value: String(version),
            label: t('experiment.ofVersion', { version }),
          }))}
        />
      </Field>
      <Field label={t('experiment.share', { share: values.share })} error={form.errorOf('share')}>
        <Slider
          min={1}
          max={99}
          label={t('experiment.share', { share: values.share })}
          value={values.share}
          onChange={(share) => form.set({ share })}
          format={(share) => `${share} %`}
        />
      </Field>
      <Field
        label={t('experiment.goal')}
        help={experiment && t('experiment.anew')}
        error={form.errorOf('goal')}
      >
        <Select
          value={values.goal}
          onChange={(goal) => form.set({ goal })}
          options={experimentGoals.map((goal) => ({ value: goal, label: t(`results.${goal}`) }))}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="outline" pending={form.isBusy}>
          {t(experiment === null ? 'experiment.begin' : 'experiment.change')}
        </Button>
        {experiment !== null && (
          <Button
            variant="ghost"
            pending={end.isPending}
            onClick={() => end.mutate({ params, body: { experiment: null } })}
          >
            {t('experiment.end')}
          </Button>
        )}
      </div>
    </Form>
  );
}
