import { Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import type { LabVoice } from './lab-voices.ts';
import type { LabPlayer } from './use-lab-player.ts';

/** Two voices in an order that nobody knows, until one of them is liked better. */
export function BlindComparison({
  pair,
  player,
  onHear,
}: {
  pair: readonly [LabVoice, LabVoice];
  player: LabPlayer;
  /** `place` names the button and not the voice, which nobody may know. */
  onHear: (voice: string, place: string) => void;
}) {
  const { t } = useTranslation('voice-lab');
  const [order] = useState(() => (crypto.getRandomValues(new Uint8Array(1))[0]! % 2 ? [0, 1] : [1, 0]));
  const [liked, setLiked] = useState<LabVoice | null>(null);
  // The button that chose it is gone.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (liked) heading.current?.focus();
  }, [liked]);
  const voices = order.map((at) => pair[at]!);
  const other = voices.find((voice) => voice !== liked);
  return (
    <section
      aria-label={t('blind.title')}
      className="grid gap-3 rounded-card border border-line bg-accent-tint p-4"
    >
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t('blind.title')}
      </h2>
      <p className="text-sm text-pretty" role="status">
        {liked ? t('blind.liked', { voice: liked.label, other: other?.label }) : t('blind.text')}
      </p>
      {!liked && (
        <ul className="grid gap-3 sm:grid-cols-2">
          {voices.map((voice, at) => (
            <li key={voice.id} className="flex flex-wrap gap-2">
              <Button
                size="sm"
                pending={player.stateOf(`blind-${at}`) === 'asked'}
                icon={<Volume2 size={16} />}
                onClick={() => onHear(voice.id, `blind-${at}`)}
              >
                {t('blind.hear', { number: at + 1 })}
              </Button>
              <Button size="sm" variant="outline" onClick={() => setLiked(voice)}>
                {t('blind.like', { number: at + 1 })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
