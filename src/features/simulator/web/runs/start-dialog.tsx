import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import type { Run } from '../../simulator.contract.ts';
import { SpeechNote } from './speech-note.tsx';

type Props = {
  suiteId: string;
  agentId: string;
  onClose: () => void;
  onStarted: (runId: string) => void;
};

const draft = 'draft';

/** On what a suite is run, who plays the visitors, and what tools may do. */
export function StartDialog({ suiteId, agentId, onClose, onStarted }: Props) {
  const { t } = useTranslation('simulator');
  const [version, setVersion] = useState(draft);
  const { data } = useEndpoint('GET /api/agents/{id}/versions', { params: { id: agentId } });
  const form = useServerForm<Pick<Run, 'player' | 'isReading' | 'isSpoken'>, Run>({
    values: { player: 'script', isReading: false, isSpoken: false },
    send: (body) =>
      api('POST /api/simulator/suites/{id}/runs', {
        params: { id: suiteId },
        body: { ...body, version: version === draft ? null : Number(version) },
      }),
    refreshes: ['/api/simulator'],
    onDone: ({ id }) => {
      onClose();
      onStarted(id);
    },
  });
  return (
    <FormDialog of={form} title={t('start.title')} submit={t('suites.run')} onClose={onClose}>
      <Field label={t('start.version')}>
        <Select
          value={version}
          onChange={setVersion}
          options={[
            { value: draft, label: t('run.draft') },
            ...(data?.versions ?? []).map((one) => ({
              value: String(one.version),
              label: t('run.version', { version: one.version }),
              ...(one.name && { hint: one.name }),
            })),
          ]}
        />
      </Field>
      <Field label={t('start.player')}>
        <Select
          value={form.values.player}
          onChange={(player) => form.set({ player })}
          options={(['script', 'model'] as const).map((value) => ({
            value,
            label: t(`start.players.${value}`),
            hint: t(`start.playersHelp.${value}`),
          }))}
        />
      </Field>
      <Switch
        checked={form.values.isReading}
        onChange={(isReading) => form.set({ isReading })}
        label={t('start.reading')}
        help={t('start.readingHelp')}
      />
      <Switch
        checked={form.values.isSpoken}
        onChange={(isSpoken) => form.set({ isSpoken })}
        label={t('start.spoken')}
        help={t('start.spokenHelp')}
      />
      {form.values.isSpoken && <SpeechNote suiteId={suiteId} agentId={agentId} player={form.values.player} />}
    </FormDialog>
  );
}
