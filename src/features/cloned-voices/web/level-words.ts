import { wantedLevel } from '#shared/voice/sound-quality.ts';

/** Nobody speaks below this, in dB. */
const silence = -45;

/** How a level is, in a word; a moment may be somewhat louder or softer than the whole. */
export const levelWord = (level: number): 'silent' | 'quiet' | 'right' | 'loud' =>
  level < silence
    ? 'silent'
    : level < wantedLevel.least - 3
      ? 'quiet'
      : level > wantedLevel.most + 3
        ? 'loud'
        : 'right';
