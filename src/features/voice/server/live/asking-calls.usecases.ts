import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { pronounced } from '#shared/chat/speakable.ts';
import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { AskingSpeech } from '#providers/speech/speech-asking.port.ts';
import type { SpeechConnection } from '#providers/speech/speech.port.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { greetingIn } from '#features/agents/agents-voice.contract.ts';
import { askedPath, askedSecretHeader, voiceErrors, type CallBeginning } from '../../voice.contract.ts';
import { createAskedTurns, type AskedTurns } from './asked-turns.usecases.ts';

type Known = {
  secret: Buffer;
  turns: AskedTurns;
};

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Calls in which a vendor asks this server what to say, each behind a secret of its own that is kept nowhere. */
export function createAskingCalls(services: { publicUrl(): string }) {
  const known = new Map<string, Known>();

  return {
    /** Prepares a call at its vendor, which may ask from then on until `close`. */
    async begin(
      asking: AskingSpeech,
      call: {
        id: string;
        connection: SpeechConnection;
        agent: RunningAgent;
        language: Language;
        /** The visitor was greeted already. */
        isAgain: boolean;
        /** The vendor ends the call by itself then, in seconds. */
        longest: number;
        longestSilence: number;
        onHeard(text: string): void;
        onVoiced(answerId: string): void;
        onSaid(): void;
        /** The vendor has something of the call now, by this id. */
        onMade(vendorId: string): Promise<void>;
      },
    ): Promise<{ beginning: CallBeginning; turns: AskedTurns; close(): void }> {
      const address = services.publicUrl();
      if (!asking.reaches(address)) throw new AppError(voiceErrors.notConnected);
      const { pronunciations, voice, speed, stability, similarity, interruptible, ...settings } =
        call.agent.configuration.voice;
      const greeting = call.isAgain ? '' : greetingIn({ ...settings }, call.language).trim();
      const secret = randomBytes(32).toString('base64url');
      const turns = createAskedTurns({ ...call, pronunciations });
      known.set(call.id, { secret: digestOf(secret), turns });
      function close(): void {
        known.delete(call.id);
        turns.close();
      }
      try {
        const { callId, url } = await asking.call({
          ...call.connection,
          name: call.id,
          asks: { url: `${address}${askedPath(call.id)}`, headers: { [askedSecretHeader]: secret } },
          language: call.language,
          voice,
          speed,
          stability,
          similarity,
          greeting: pronounced(greeting, pronunciations),
          isInterruptible: interruptible,
          longest: call.longest,
          longestSilence: call.longestSilence,
        });
        await call.onMade(callId);
        return { beginning: { url, greeting }, turns, close };
      } catch (error) {
        close();
        throw error;
      }
    },

    /** The turns of a call, for the vendor that shows its secret. */
    turnsOf(callId: string, secret: unknown): AskedTurns {
      const call = known.get(callId);
      const shown = digestOf(typeof secret === 'string' ? secret : '');
      if (!call || !timingSafeEqual(call.secret, shown)) throw new AppError(voiceErrors.notAsked);
      return call.turns;
    },
  };
}
