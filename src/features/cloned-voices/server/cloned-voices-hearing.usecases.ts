import type { Language } from '#shared/languages.ts';
import { speechProviderIds, speechVendors } from '#shared/speech-vendors.ts';
import type { Sound } from '#providers/speech/speech.port.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';

export type Hearing = {
  /** What the vendor is called. */
  label: string;
  /** What is said in a recording. Rejects as the vendor does. */
  hear(sound: Sound, language: Language, signal: AbortSignal): Promise<string>;
};

/** The first connected vendor that understands speech; null where there is none. */
export async function findHearing(
  integrations: Pick<IntegrationsUsecases, 'readySpeech'>,
  accountId: string,
): Promise<Hearing | null> {
  for (const id of speechProviderIds) {
    const ready = speechVendors[id].listens ? await integrations.readySpeech(accountId, id) : null;
    const hear = ready?.provider.hear;
    if (ready && hear)
      return {
        label: ready.provider.definition.label,
        hear: (sound, language, signal) => hear({ ...ready.connection, signal, sound, language, model: '' }),
      };
  }
  return null;
}
