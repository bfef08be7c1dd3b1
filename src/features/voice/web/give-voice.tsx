import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SpeechProviderId } from '#shared/speech-vendors.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { LabSentence } from './lab-sentence.tsx';
import type { LabVoice } from './lab-voices.ts';

/** Puts a voice with its pace into the draft of an agent; visitors hear it once the draft is published. */
export function GiveVoice({
  vendor,
  voice,
  sentence,
  onClose,
}: {
  vendor: SpeechProviderId;
  voice: LabVoice;
  sentence: LabSentence;
  onClose: () => void;
}) {
  const { t } = useTranslation('voice-lab');
  const navigate = useNavigate();
  const { data } = useEndpoint('GET /api/agents', { query: {} });
  const agents = data?.agents ?? [];
  const form = useServerForm({
    values: { agentId: '' },
    check: ({ agentId }) => (agentId ? {} : { agentId: t('agentMissing') }),
    async send({ agentId }) {
      const agent = await api('GET /api/agents/{id}', { params: { id: agentId } });
      await api('PUT /api/agents/{id}/draft', {
        params: { id: agentId },
        body: {
          revision: agent.draftRevision,
          configuration: {
            ...agent.draft,
            voice: {
              ...agent.draft.voice,
              enabled: true,
              provider: vendor,
              voice: voice.id,
              project: sentence.project.trim(),
              hearingModel: '',
              speakingModel: '',
              speed: sentence.speed,
              stability: sentence.stability,
              similarity: sentence.similarity,
            },
          },
        },
      });
      return agent;
    },
    refreshes: ['/api/agents'],
    onDone(agent) {
      toast({
        variant: 'success',
        title: t('given', { agent: agent.name, voice: voice.label }),
        description: t('givenText'),
        action: {
          label: t('openAgent'),
          onClick: () =>
            void navigate({
              to: '/dashboard/agents/edit/$id',
              params: { id: agent.id },
              search: { section: 'voice' },
            }),
        },
      });
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title={t('giveTitle', { voice: voice.label })}
      description={t('giveText')}
      submit={t('giveSubmit')}
      onClose={onClose}
    >
      <Field label={t('agent')} error={form.errorOf('agentId')} required>
        <Select
          value={form.values.agentId || undefined}
          onChange={(agentId) => form.set({ agentId })}
          options={agents.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t(agents.length > 0 ? 'chooseAgent' : 'noAgents')}
        />
      </Field>
    </FormDialog>
  );
}
