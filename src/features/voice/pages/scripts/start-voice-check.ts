import type { VoiceCheck } from '#shared/voice-checks.ts';
import type { AgentPlacing } from './launcher-watch.ts';
import { createVoicePage, type VoiceValues } from './voice-kit.ts';

/** Runs the diagnostic of voice that a page is; each is fetched by its own page alone. */
export async function startVoiceCheck(
  place: HTMLElement,
  text: (name: string) => string,
  values: VoiceValues,
  placing: AgentPlacing,
): Promise<void> {
  const page = createVoicePage(place, text, values);
  const check = place.dataset['voice'] as VoiceCheck;
  if (check === 'device') (await import('./device-check.ts')).startDeviceCheck(page);
  else if (check === 'conversation') (await import('./conversation.ts')).startConversation(page);
  else if (check === 'vendor') (await import('./vendor-check.ts')).startVendorCheck(page);
  else (await import('./launcher-watch.ts')).startLauncherWatch(page, placing);
}
