import { useTranslation } from 'react-i18next';
import { Square, Volume2 } from 'lucide-react';
import { toLanguage } from '#shared/languages.ts';
import type { SpeechVendor } from '#features/integrations/integrations.contract.ts';
import { askForSound, useSound } from '#ui/browser/sound.ts';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { greetingIn } from '../../agents-voice.contract.ts';
import { useSection } from '../editor/editor-section.ts';

/** Says the greeting, or another sentence, with the voice as it is set. */
export function HearVoice({ vendor }: { vendor: SpeechVendor }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, canEdit } = useSection();
  const { voice, project, speakingModel: model, speed, stability, similarity } = draft.voice;
  const { name, language } = draft.basic;
  const spoken = language === 'auto' ? toLanguage(i18n.language) : language;
  const { state, play, stop } = useSound();
  const hear = () =>
    play(() =>
      askForSound(`/api/speech/${vendor.id}/sample`, {
        text: (spoken && greetingIn(draft.voice, spoken).trim()) || t('voice.sampleText', { name }),
        language: spoken ?? i18n.language,
        voice,
        project,
        model,
        speed,
        stability,
        similarity,
      }),
    ).catch((error: Error) =>
      toast({ variant: 'error', title: t('voice.sampleFailed'), description: error.message }),
    );
  // It is paid, as all that the vendor says.
  if (!canEdit) return null;
  return (
    <div>
      <Button
        size="sm"
        pending={state === 'asked'}
        icon={state === 'speaking' ? <Square size={16} /> : <Volume2 size={16} />}
        onClick={() => (state === 'speaking' ? stop() : void hear())}
      >
        {t(state === 'speaking' ? 'voice.stop' : 'voice.hear')}
      </Button>
    </div>
  );
}
