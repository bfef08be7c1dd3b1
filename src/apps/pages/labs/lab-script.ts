import type { LabCheck } from '#shared/labs.ts';
import type { VoiceValues } from '#features/voice/pages/scripts/voice-kit.ts';
import type { Check } from './checks/check.ts';
import { startCheck } from './check-table.ts';
import { readTexts, readValues } from './lab-texts.ts';

/** Each diagnostic is a file of its own, fetched by its page alone. */
const checks: Record<LabCheck, () => Promise<{ check: Check }>> = {
  realtime: () => import('./checks/realtime.ts'),
  imports: () => import('./checks/imports.ts'),
  paths: () => import('./checks/paths.ts'),
  styles: () => import('./checks/styles.ts'),
  widget: () => import('./checks/widget.ts'),
  combined: () => import('./checks/combined.ts'),
  navigation: () => import('./checks/navigation.ts'),
  kept: () => import('./checks/kept.ts'),
};

const place = document.querySelector<HTMLElement>('[data-check]');
const load = checks[place?.dataset['check'] as LabCheck];
if (place && load) void load().then(({ check }) => startCheck(place, check));
const voices = document.querySelector<HTMLElement>('[data-lab="voice-clone"]');
if (voices)
  void import('./voice-clone.ts').then(({ startVoiceClone }) => startVoiceClone(voices, readTexts()));
else if (document.querySelector('[data-lab]'))
  void import('./color-tools.ts').then(({ startColorTools }) => startColorTools(readTexts()));
const voice = document.querySelector<HTMLElement>('[data-voice]');
if (voice)
  void Promise.all([
    import('#features/voice/pages/scripts/start-voice-check.ts'),
    import('./checks/agents-on-page.ts'),
  ]).then(([{ startVoiceCheck }, placing]) =>
    startVoiceCheck(voice, readTexts(), readValues() as VoiceValues, placing),
  );
