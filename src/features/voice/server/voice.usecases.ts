import { pronounced } from '#shared/chat/speakable.ts';
import { languages, type Language } from '#shared/languages.ts';
import { charactersPerMinute } from '#shared/voice/pace.ts';
import { AppError } from '#shared/errors.ts';
import type { AccountScope, VisitorIdentity } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { SpeechProviderId } from '#shared/speech-vendors.ts';
import { SpeechError, type Sound, type SpeechVoice } from '#providers/speech/speech.port.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { AgentUsageUsecases } from '#features/agents/server/usage/usage.usecases.ts';
import type { Calls, ToldCall } from '#features/calls/server/calls.usecases.ts';
import type { ClonedVoices } from '#features/cloned-voices/server/cloned-voices.usecases.ts';
import type { ConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import type {
  IntegrationsUsecases,
  ReadySpeech,
} from '#features/integrations/server/integrations.usecases.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { refusedMessage } from '#features/paywall/server/paywall.usecases.ts';
import { voiceErrors } from '../voice.contract.ts';
import { recordedSeconds } from './voice-length.models.ts';
import { isOneOf, isSaidIn } from './voice-spoken.models.ts';

export type VoiceServices = {
  log: Logger;
  translator: Pick<Translator, 'namespace'>;
  integrations: Pick<IntegrationsUsecases, 'readySpeech'>;
  clonedVoices: Pick<ClonedVoices, 'ownVoices'>;
  calls: Pick<Calls, 'knows' | 'tell' | 'addCost'>;
  usage: Pick<AgentUsageUsecases, 'isSpent' | 'spend'>;
  conversations: Pick<
    ConversationsUsecases,
    'admitSpeech' | 'speakingAgentOf' | 'wordsOf' | 'termsOfSpeech' | 'balanceOf'
  >;
};

/** A vendor that has said nothing by then is given up, in ms; a visitor who waits longer has gone. */
const timeoutMs = 20_000;
/** The chat cuts what is said into pieces of less, in seconds. */
const longestHeard = 90;
/** A message holds no more. */
const longestMessage = 4_000;

type Voice = RunningAgent['configuration']['voice'];

/** Speech that a vendor understands and says for the visitors of an agent, at its owner's cost. */
export function createVoiceUsecases(services: VoiceServices) {
  const { integrations, usage, conversations } = services;

  async function readyFor(agent: RunningAgent): Promise<ReadySpeech> {
    const ready = await integrations.readySpeech(agent.accountId, agent.configuration.voice.provider);
    if (!ready || (await usage.isSpent(agent))) throw new AppError(voiceErrors.notConnected);
    return ready;
  }

  /** Whatever the vendor does wrong is told once, and answered in one way. */
  async function tried<T>(work: (signal: AbortSignal) => Promise<T>, about: object): Promise<T> {
    try {
      return await work(AbortSignal.timeout(timeoutMs));
    } catch (error) {
      if (!(error instanceof SpeechError) && (error as Error | null)?.name !== 'TimeoutError') throw error;
      services.log.warn({ err: error, ...about }, 'a vendor of speech gave no answer');
      throw new AppError(voiceErrors.failed, { cause: error });
    }
  }

  function charge(
    [agent, visitor]: readonly [RunningAgent, VisitorIdentity],
    { provider }: ReadySpeech,
    kind: 'heard' | 'said',
    minutes: number,
  ): void {
    const micros = Math.ceil((provider.definition.perMinute?.[kind] ?? 0) * minutes);
    usage.spend(agent, micros);
    services.calls.addCost(visitor, micros);
  }

  /** What the owner worded for the chat, in any language. */
  function ownSentences(agent: RunningAgent): string[] {
    const { voice, texts } = agent.configuration;
    const greetings = voice.greetings.map(({ text }) => text);
    return [voice.greeting, ...greetings, ...languages.flatMap((language) => Object.values(texts[language]))];
  }

  /** The agent, where it said the sentence itself; throws for all else. */
  async function admitSaid(
    visitor: VisitorIdentity,
    { text, language, messageId }: { text: string; language: Language; messageId?: string | undefined },
  ): Promise<RunningAgent> {
    const agent = await conversations.speakingAgentOf(visitor);
    const isSaid = messageId
      ? isSaidIn(text, await conversations.wordsOf(visitor, messageId))
      : isOneOf(text, [
          ...ownSentences(agent),
          ...Object.values(services.translator.namespace(language, 'chat')),
        ]);
    if (!isSaid) throw new AppError(voiceErrors.notSaid);
    return agent;
  }

  return {
    admitSaid,

    /**
     * Keeps what a visitor's browser tells of their call, and takes what its minutes cost. Gives what they may still
     * say then; null where nothing is paid for. `address` is as for a message; `admitNew` throws where too many begin.
     */
    async tellOfCall(
      visitor: VisitorIdentity,
      told: Omit<ToldCall, 'provider'>,
      address: string,
      admitNew: () => Promise<void>,
    ): Promise<{ isOver: boolean; balance: PaywallBalance | null }> {
      const agent = await conversations.speakingAgentOf(visitor);
      if (!(await services.calls.knows(visitor, told.key))) await admitNew();
      const { provider, minuteMessages } = agent.configuration.voice;
      const terms = await conversations.termsOfSpeech(agent, visitor, address);
      try {
        const { isOver } = await services.calls.tell(
          visitor,
          { ...told, provider: told.way === 'browser' ? 'browser' : provider },
          { messages: minuteMessages, terms },
        );
        return { isOver, balance: terms && (await conversations.balanceOf(visitor)) };
      } catch (error) {
        const left = terms && (await conversations.balanceOf(visitor));
        throw (left && (await refusedMessage(error, () => Promise.resolve(left)))) ?? error;
      }
    },

    /** What the visitor said; empty where nobody spoke. `sound` was told by its bytes. */
    async hear(visitor: VisitorIdentity, sound: Sound, language: Language): Promise<string> {
      const agent = await conversations.admitSpeech(visitor);
      // Few bytes may hold hours of silence, which the owner would pay.
      const seconds = recordedSeconds(sound);
      if (seconds > longestHeard) throw new AppError(voiceErrors.unsupported);
      const ready = await readyFor(agent);
      const { hear } = ready.provider;
      if (!hear) throw new AppError(voiceErrors.notConnected);
      const { hearingModel: model } = agent.configuration.voice;
      const text = await tried((signal) => hear({ ...ready.connection, signal, sound, language, model }), {
        agentId: agent.id,
      });
      charge([agent, visitor], ready, 'heard', seconds / 60);
      return text.slice(0, longestMessage);
    },

    /** A sentence of the agent as sound. */
    async say(
      visitor: VisitorIdentity,
      { text, language, messageId }: { text: string; language: Language; messageId?: string | undefined },
    ): Promise<Sound> {
      const agent = await admitSaid(visitor, { text, language, messageId });
      const ready = await readyFor(agent);
      const { pronunciations, ...voice } = agent.configuration.voice;
      const sound = await speak(ready, voice, pronounced(text, pronunciations), language, {
        agentId: agent.id,
      });
      charge([agent, visitor], ready, 'said', text.length / charactersPerMinute);
      return sound;
    },

    /** None where the vendor is not connected. */
    async voices(
      scope: AccountScope,
      provider: SpeechProviderId,
    ): Promise<(SpeechVoice & { isOwn: boolean })[]> {
      const ready = await integrations.readySpeech(scope.accountId, provider);
      if (!ready) return [];
      const [listed, own] = await Promise.all([
        tried((signal) => ready.provider.voices({ ...ready.connection, signal }), { provider }),
        services.clonedVoices.ownVoices(scope, provider),
      ]);
      return listed.map((voice) => ({ ...voice, isOwn: own.has(voice.id) }));
    },

    /** What a member said, to try a vendor; empty where nobody spoke. */
    async understand(
      scope: AccountScope,
      provider: SpeechProviderId,
      input: { sound: Sound; language: Language; model: string },
    ): Promise<string> {
      const ready = await integrations.readySpeech(scope.accountId, provider);
      if (!ready?.provider.hear) throw new AppError(voiceErrors.notConnected);
      const { hear } = ready.provider;
      const text = await tried((signal) => hear({ ...ready.connection, signal, ...input }), { provider });
      return text.slice(0, longestMessage);
    },

    /** A sentence of a member's own, to choose a voice by. */
    async sample(
      scope: AccountScope,
      provider: SpeechProviderId,
      input: {
        text: string;
        language: Language;
        voice: string;
        project: string;
        model: string;
      } & Pick<Voice, 'speed' | 'stability' | 'similarity'>,
    ): Promise<Sound> {
      const ready = await integrations.readySpeech(scope.accountId, provider);
      if (!ready) throw new AppError(voiceErrors.notConnected);
      const { text, language, model, ...voice } = input;
      return speak(ready, { ...voice, speakingModel: model }, text, language, { provider });
    },
  };

  function speak(
    ready: ReadySpeech,
    voice: Pick<Voice, 'voice' | 'project' | 'speakingModel' | 'speed' | 'stability' | 'similarity'>,
    text: string,
    language: Language,
    about: object,
  ): Promise<Sound> {
    const { speakingModel: model, project, speed, stability, similarity } = voice;
    return tried(
      (signal) =>
        ready.provider.speak({
          ...ready.connection,
          signal,
          text,
          language,
          voice: voice.voice,
          project,
          model,
          speed,
          stability,
          similarity,
        }),
      about,
    );
  }
}

export type VoiceUsecases = ReturnType<typeof createVoiceUsecases>;
