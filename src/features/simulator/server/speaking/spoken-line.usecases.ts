import type { Language } from '#shared/languages.ts';
import { charactersPerMinute } from '#shared/voice/pace.ts';
import { wordErrors } from '#shared/voice/word-errors.ts';
import type { Logger } from '#platform/log/logger.ts';
import { SpeechError } from '#providers/speech/speech.port.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import type { TurnSpeech } from '../../simulator-results.contract.ts';

/** Says something aloud to the agent's vendor of speech, and tells what that understood. */
export type SpokenLine = (text: string, language: Language, signal: AbortSignal) => Promise<TurnSpeech>;

type LineServices = {
  integrations: Pick<IntegrationsUsecases, 'readySpeech'>;
  log: Pick<Logger, 'warn'>;
};
type Voice = AgentConfiguration['voice'];

/** A vendor that has said or understood nothing by then is given up, in ms. */
const timeoutMs = 60_000;
/** A message holds no more. */
const longestHeard = 4_000;

const failed = (costMicros: number, sayMs = 0): TurnSpeech => ({
  outcome: 'failed',
  heard: '',
  words: 0,
  wrong: 0,
  sayMs,
  hearMs: 0,
  costMicros,
});

/** Where there is no vendor any more. */
export const deadLine: SpokenLine = async () => failed(0);

/**
 * The vendor that understands the visitors of an agent, with the account's key; null where their browser does, or where
 * it is not connected. It takes a connection of its own: not within a transaction.
 */
export async function openSpokenLine(
  { integrations, log }: LineServices,
  accountId: string,
  voice: Voice,
): Promise<SpokenLine | null> {
  const ready = await integrations.readySpeech(accountId, voice.provider);
  const hear = ready?.provider.hear;
  if (!ready || !hear) return null;
  const { provider, connection } = ready;
  const { perMinute } = provider.definition;
  const { project, stability, similarity, speakingModel, hearingModel } = voice;

  async function timed<T>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ value: T; ms: number }> {
    const began = performance.now();
    const value = await work(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    return { value, ms: Math.round(performance.now() - began) };
  }

  return async (text, language, signal) => {
    const minutes = text.length / charactersPerMinute;
    const costOf = (leg: 'said' | 'heard'): number => Math.ceil((perMinute?.[leg] ?? 0) * minutes);
    let costMicros = 0;
    let sayMs = 0;
    try {
      const said = await timed(signal, (either) =>
        provider.speak({
          ...connection,
          signal: either,
          text,
          language,
          // It is certain that this one speaks: another may not be the account's.
          voice: voice.voice,
          project,
          model: speakingModel,
          speed: 1,
          stability,
          similarity,
        }),
      );
      costMicros += costOf('said');
      sayMs = said.ms;
      const { value, ms: hearMs } = await timed(signal, (either) =>
        hear({ ...connection, signal: either, sound: said.value, language, model: hearingModel }),
      );
      costMicros += costOf('heard');
      // No database keeps a zero in a text.
      const heard = value.replaceAll('\0', '').trim().slice(0, longestHeard).toWellFormed();
      const { words, wrong } = wordErrors(text, heard);
      const outcome = heard === '' ? 'nothing' : 'understood';
      return { outcome, heard, words, wrong, sayMs, hearMs, costMicros };
    } catch (error) {
      const isVendors = error instanceof SpeechError || (error as Error | null)?.name === 'TimeoutError';
      if (!isVendors) throw error;
      log.warn({ err: error, provider: voice.provider }, 'a vendor of speech failed a simulated visitor');
      return failed(costMicros, sayMs);
    }
  };
}
