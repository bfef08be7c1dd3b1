import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '#shared/languages.ts';
import type { SpeechVendor } from '#features/integrations/integrations.contract.ts';
import { minutePrice } from '#features/integrations/web/minute-price.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Input } from '#ui/controls/input.tsx';
import { Field } from '#ui/controls/field.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { SkeletonRows } from '#ui/list/list.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { BlindComparison } from './blind-comparison.tsx';
import { GiveVoice } from './give-voice.tsx';
import { SentenceFields, type LabSentence } from './lab-sentence.tsx';
import { choosePair, findVoices, type LabVoice } from './lab-voices.ts';
import { useLabPlayer } from './use-lab-player.ts';
import { VoiceRow } from './voice-row.tsx';

/** The voices of a connected vendor. */
export function VendorLab({ vendor }: { vendor: SpeechVendor }) {
  const { t, i18n } = useTranslation('voice-lab');
  const { data, error, refetch } = useEndpoint('GET /api/speech/{provider}/voices', {
    params: { provider: vendor.id },
  });
  const [named, setNamed] = useState('');
  if (!data)
    return error ? (
      <ReadFailed title={t('voicesUnreadable')} error={error} retry={refetch} />
    ) : (
      <SkeletonRows count={4} className="h-17" />
    );
  const price = vendor.perMinute && t('price', { price: minutePrice(i18n.language, vendor.perMinute.said) });
  // A server of one's own has no list: its voices are known by name.
  const voices = vendor.hasOwnModels
    ? named.trim() && [{ id: named.trim(), label: named.trim(), about: '' }]
    : data.voices;
  return (
    <Lab
      vendor={vendor}
      voices={voices || []}
      note={price ?? t('ownServer')}
      none={vendor.hasOwnModels ? null : t('noVoices')}
    >
      {vendor.hasOwnModels && (
        <Field label={t('voiceName')} help={t('voiceNameHelp')}>
          <Input
            value={named}
            maxLength={120}
            spellCheck={false}
            onChange={(event) => setNamed(event.target.value)}
          />
        </Field>
      )}
    </Lab>
  );
}

/** The voices of this device, which visitors hear where no vendor is chosen. */
export function DeviceLab() {
  const { t } = useTranslation('voice-lab');
  const [voices, setVoices] = useState<LabVoice[]>([]);
  useEffect(() => {
    if (!window.speechSynthesis) return;
    const read = () =>
      setVoices(
        speechSynthesis
          .getVoices()
          .map(({ voiceURI, name, lang }) => ({ id: voiceURI, label: name, about: lang })),
      );
    read();
    // Some browsers know them a moment later.
    speechSynthesis.addEventListener('voiceschanged', read);
    return () => speechSynthesis.removeEventListener('voiceschanged', read);
  }, []);
  return <Lab vendor={null} voices={voices} note={t('deviceNote')} none={t('noDeviceVoices')} />;
}

function Lab({
  vendor,
  voices,
  note,
  none,
  children,
}: {
  /** Null: this device. */
  vendor: SpeechVendor | null;
  voices: readonly LabVoice[];
  /** What a minute costs, or what else is to be known. */
  note: string;
  /** Said where there are no voices; null: nothing. */
  none: string | null;
  children?: ReactNode;
}) {
  const { t, i18n } = useTranslation('voice-lab');
  const { can } = useUser();
  const [sentence, setSentence] = useState<LabSentence>(() => ({
    text: t('sentenceText'),
    language: toLanguage(i18n.language) ?? 'en',
    speed: 1,
    stability: 0.5,
    similarity: 0.8,
    project: '',
  }));
  const [search, setSearch] = useState('');
  const [compared, setCompared] = useState<string[]>([]);
  const [giving, setGiving] = useState<LabVoice | null>(null);
  const player = useLabPlayer(vendor?.id ?? 'browser', sentence);
  const found = findVoices(voices, search);
  const pair = compared.flatMap((id) => voices.filter((voice) => voice.id === id));
  const [one, other] = pair;
  const hear = (voice: string, place = voice) =>
    void player
      .say(voice, place)
      .catch((error: Error) => toast({ variant: 'error', title: t('unheard'), description: error.message }));
  const mayGive = vendor !== null && can['agents.edit'] !== false;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <SentenceFields sentence={sentence} onChange={setSentence} vendor={vendor} />
        <p className="text-sm text-pretty text-muted">{note}</p>
      </div>
      <div className="grid gap-4">
        {children}
        {one && other && (
          <BlindComparison
            key={pair.map(({ id }) => id).join(' ')}
            pair={[one, other]}
            player={player}
            onHear={hear}
          />
        )}
        {voices.length > 3 && <SearchField label={t('search')} value={search} onChange={setSearch} />}
        {found.length === 0 ? (
          (voices.length > 0 || none !== null) && (
            <p className="text-pretty text-muted">{voices.length > 0 ? t('noneFound') : none}</p>
          )
        ) : (
          <ul
            aria-label={t('voices')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {found.map((voice) => (
              <VoiceRow
                key={voice.id}
                voice={voice}
                player={player}
                isCompared={compared.includes(voice.id)}
                onHear={() => hear(voice.id)}
                onCompare={() => setCompared((chosen) => choosePair(chosen, voice.id))}
                onGive={mayGive ? () => setGiving(voice) : undefined}
              />
            ))}
          </ul>
        )}
      </div>
      {vendor && giving && (
        <GiveVoice vendor={vendor.id} voice={giving} sentence={sentence} onClose={() => setGiving(null)} />
      )}
    </div>
  );
}
