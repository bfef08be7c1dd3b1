import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { AskingSpeech } from '#providers/speech/speech-asking.port.ts';
import type { LiveEvent, LiveSession, LiveSpeech } from '#providers/speech/speech-live.port.ts';
import { isSoundOnly } from '#providers/speech/speech-live-offer.models.ts';
import { SpeechError, type SpeechConnection } from '#providers/speech/speech.port.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { AgentUsageUsecases } from '#features/agents/server/usage/usage.usecases.ts';
import type { Calls } from '#features/calls/server/calls.usecases.ts';
import type { ConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import { voiceErrors, type CallBeginning, type CallEvent, type CallOver } from '../../voice.contract.ts';
import { createAskingCalls } from './asking-calls.usecases.ts';
import type { InCall, SpeakingModels } from './call-models.usecases.ts';
import { liveCallsRepository, type VoiceCallRow } from './live-calls.repository.ts';
import { liveModel } from './live-model.usecases.ts';

export type LiveCallsServices = {
  log: Logger;
  clock: Clock;
  database: Database;
  processId: string;
  integrations: Pick<IntegrationsUsecases, 'readySpeech'>;
  usage: Pick<AgentUsageUsecases, 'isSpent' | 'spend'>;
  calls: Pick<Calls, 'addCost'>;
  conversations: Pick<ConversationsUsecases, 'admitSpeech' | 'stop'>;
  callModels: SpeakingModels;
  /** Where vendors reach this server. */
  publicUrl(): string;
  /** Does something again and again until what it gives is called. */
  every?(milliseconds: number, work: () => void): () => void;
};

/** A vendor that has not taken a call by then is given up, in ms. */
const connectMs = 15_000;
const hangUpMs = 10_000;
/** Calls that the visitors of one account have at once. */
const mostOfAccount = 40;
/** How often a call is looked at, in ms. */
const lookMs = 2_000;
/** A call in which nobody was heard for so long is over, in ms: the visitor's browser asks and ends it long before. */
const idleMs = 120_000;
/** A browser ends a call at its longest; one that doesn't is ended so much later, in ms. */
const graceMs = 5_000;

type Line = {
  connection: Omit<SpeechConnection, 'signal'>;
} & ({ live: LiveSpeech; asking?: never } | { live?: never; asking: AskingSpeech });
/** The server's part in a call. Where the vendor leads it, nothing is said but what it asks for. */
type Session = {
  say?: LiveSession['say'];
  quiet(): void;
  close(): void;
};
type Running = {
  agent: RunningAgent;
  session: Session;
  end(reason: CallOver): void;
};
const minuteMs = 60_000;

const everyByTimer = (milliseconds: number, work: () => void): (() => void) => {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
};

/**
 * Calls between visitors and a vendor that hears and speaks. The sound goes between the two; this server makes the call,
 * leads it by a connection of its own or is asked what to say, counts what it costs and ends it.
 */
export function createLiveCalls(services: LiveCallsServices) {
  const { database, log, clock, usage, conversations, callModels } = services;
  const every = services.every ?? everyByTimer;
  const running = new Map<string, Running>();
  const askingCalls = createAskingCalls(services);

  async function lineOf(accountId: string, provider: string): Promise<Line | null> {
    const ready = await services.integrations.readySpeech(accountId, provider);
    if (!ready) return null;
    const { connection } = ready;
    const { live, asking } = ready.provider;
    if (live) return { live, connection };
    return asking ? { asking, connection } : null;
  }

  async function hangUp(line: Line | null, { id, vendorId }: VoiceCallRow): Promise<void> {
    if (!line || !(vendorId || line.asking)) return;
    const connection = { ...line.connection, signal: AbortSignal.timeout(hangUpMs) };
    await (
      line.asking
        ? line.asking.hangUp(connection, { callId: vendorId, name: id })
        : line.live.hangUp(connection, vendorId!)
    ).catch((error: unknown) => log.warn({ err: error }, 'a call could not be hung up at its vendor'));
  }

  const forget = (accountId: string, id: string): Promise<void> =>
    database
      .account(accountId, (tx) => liveCallsRepository(tx).remove(id))
      .catch((error: unknown) => log.warn({ err: error, callId: id }, 'a call that is over stayed known'));

  async function take(line: Line, row: VoiceCallRow): Promise<void> {
    const { isTaken, before } = await database.account(row.accountId, (tx) =>
      liveCallsRepository(tx).begin(row, mostOfAccount),
    );
    running.get(row.visitorId)?.end('replaced');
    await Promise.all(before.map((call) => hangUp(line, call)));
    if (!isTaken) throw new AppError(voiceErrors.tooMany);
  }

  return {
    /**
     * Begins a call; `emit` hears what happens in it, and `over` as the last. Gives the vendor's answer to the
     * visitor's offer, or where their browser connects.
     */
    async begin(
      visitor: VisitorIdentity,
      {
        sdp = '',
        language,
        isAgain = false,
      }: { sdp?: string | undefined; language: Language; isAgain?: boolean | undefined },
      emit: (event: CallEvent) => void,
    ): Promise<{ beginning: CallBeginning; leave(): void }> {
      const agent = await conversations.admitSpeech(visitor);
      const { voice, knowledge } = agent.configuration;
      const line = voice.way === 'live' ? await lineOf(agent.accountId, voice.provider) : null;
      if (!line || (await usage.isSpent(agent))) throw new AppError(voiceErrors.notConnected);
      if (line.live && !isSoundOnly(sdp)) throw new AppError(voiceErrors.offerRefused);
      const row: VoiceCallRow = {
        id: newId('vcl'),
        accountId: agent.accountId,
        agentId: agent.id,
        visitorId: visitor.visitorId,
        provider: voice.provider,
        vendorId: null,
        processId: services.processId,
        beganAt: clock.now(),
      };
      await take(line, row);
      let lastHeard = clock.now().getTime();
      let isOver = false;
      let stopLooking = (): void => undefined;
      let session: Session | null = null;
      let own: Running | null = null;
      let inCall: InCall = {};
      /** Until when the minutes are counted that the vendor leads the call. */
      let countedTo = 0;

      const noted = (vendorId: string): Promise<void> => {
        row.vendorId = vendorId;
        return database
          .account(agent.accountId, (tx) => liveCallsRepository(tx).setVendorId(row.id, vendorId))
          .then((isKnown) => {
            if (!isKnown) throw new AppError(voiceErrors.tooMany);
          });
      };
      function count(now: number): void {
        if (!line?.asking || countedTo === 0) return;
        const micros = Math.ceil(((now - countedTo) / minuteMs) * line.asking.perMinute);
        countedTo = now;
        services.calls.addCost(visitor, micros);
        usage.spend(agent, micros);
      }
      function end(reason: CallOver): void {
        if (isOver) return;
        isOver = true;
        stopLooking();
        count(clock.now().getTime());
        callModels.remove(visitor, inCall);
        if (own && running.get(row.visitorId) === own) running.delete(row.visitorId);
        emit({ type: 'over', reason });
        session?.close();
        void hangUp(line, row).then(() => forget(row.accountId, row.id));
      }
      function hear(event: LiveEvent): void {
        if (event.type === 'cost') {
          services.calls.addCost(visitor, event.micros);
          return usage.spend(agent, event.micros);
        }
        if (event.type === 'closed') return end('vendor');
        if (event.type === 'foreign') {
          log.warn({ agentId: agent.id }, 'a model in a call began to speak by itself');
          return end('vendor');
        }
        lastHeard = clock.now().getTime();
        emit(event);
      }
      function look(): void {
        const now = clock.now().getTime();
        count(now);
        if (now - row.beganAt.getTime() >= voice.longestCall * 1_000 + graceMs) end('limit');
        else if (now - lastHeard >= idleMs) end('idle');
        else if (agent.configuration.access.monthlyCents > 0)
          void usage.isSpent(agent).then(
            (isSpent) => isSpent && end('money'),
            (error: unknown) =>
              log.debug({ err: error }, 'whether the money of a call is used up is not known'),
          );
      }

      const { interruptible: isInterruptible, speed } = voice;
      const connection = { ...line.connection, signal: AbortSignal.timeout(connectMs) };
      /** The vendor's model speaks, and this server says what about. */
      async function lead(live: LiveSpeech): Promise<CallBeginning> {
        const model = live.models.find(({ id }) => id === voice.liveModel) ?? live.models[0]!;
        const made = await live.call({
          ...connection,
          sdp,
          model: model.id,
          voice: voice.voice,
          language,
          speed,
          isInterruptible,
        });
        await noted(made.callId);
        const joined = await live.join(
          connection,
          { callId: made.callId, model: model.id, speed, isInterruptible },
          hear,
        );
        session = joined;
        inCall = {
          speakingWith: ({ answerId }) =>
            liveModel({
              session: joined,
              model,
              cites: knowledge.citations !== 'off',
              onVoiced: (isVoiced) => emit({ type: 'voiced', messageId: answerId, isVoiced }),
              onCut: () =>
                conversations
                  .stop(visitor, answerId)
                  .catch((error: unknown) => log.warn({ err: error, answerId }, 'an answer did not stop')),
              onLost: (micros) => usage.spend(agent, micros),
            }),
        };
        return { sdp: made.sdp };
      }
      /** The vendor asks, and the agent's own model or engine answers. */
      async function beAsked(asking: AskingSpeech): Promise<CallBeginning> {
        const { beginning, turns, close } = await askingCalls.begin(asking, {
          id: row.id,
          connection,
          agent,
          language,
          isAgain,
          longest: voice.longestCall + graceMs / 1_000,
          longestSilence: idleMs / 1_000,
          onHeard: (text) => hear({ type: 'heard', text, isFinal: true }),
          onVoiced: (messageId) => emit({ type: 'voiced', messageId, isVoiced: true }),
          onSaid: () => void (lastHeard = clock.now().getTime()),
          onMade: noted,
        });
        session = { quiet: turns.quiet, close };
        inCall = { sayAloud: (_turn, answer) => turns.sayAloud(answer) };
        countedTo = clock.now().getTime();
        return beginning;
      }
      try {
        const beginning = await (line.asking ? beAsked(line.asking) : lead(line.live));
        // The vendor may be gone again already.
        if (isOver || !session) throw new SpeechError('unreachable', 'The call ended as it began.');
        own = { agent, session, end };
        running.set(row.visitorId, own);
        callModels.set(visitor, inCall);
        stopLooking = every(lookMs, look);
        return { beginning, leave: () => end('left') };
      } catch (error) {
        end('vendor');
        if (!(error instanceof SpeechError) && (error as Error | null)?.name !== 'TimeoutError') throw error;
        log.warn({ err: error, agentId: agent.id }, 'a vendor of speech took no call');
        throw new AppError(voiceErrors.failed, { cause: error });
      }
    },

    /** Says a sentence in the visitor's call; resolves when it was said or broken off. */
    async say(visitor: VisitorIdentity, text: string, language: Language): Promise<void> {
      const call = running.get(visitor.visitorId);
      if (!call || call.agent.id !== visitor.agentId) throw new AppError(voiceErrors.noCall);
      if (await usage.isSpent(call.agent)) throw new AppError(voiceErrors.notConnected);
      if (!call.session.say) throw new AppError(voiceErrors.noCall);
      try {
        await call.session.say(text, language);
      } catch (error) {
        if (error instanceof SpeechError) throw new AppError(voiceErrors.failed, { cause: error });
        throw error;
      }
    },

    /**
     * What a vendor may ask in a call that it leads.
     * @throws AppError where the call doesn't run here, or the secret is another.
     */
    askedIn: askingCalls.turnsOf,

    /** Falls silent in the visitor's call, if they are in one. */
    quiet: (visitor: VisitorIdentity): void => running.get(visitor.visitorId)?.session.quiet(),

    /** Hangs up the calls that a dead process was leading. */
    async hangUpCallsOf(processId: string): Promise<void> {
      const rows = await database.system((tx) => liveCallsRepository(tx).ofProcess(processId));
      for (const row of rows) {
        await hangUp(await lineOf(row.accountId, row.provider), row);
        await forget(row.accountId, row.id);
      }
    },

    runningCount: (): number => running.size,
  };
}

export type LiveCalls = ReturnType<typeof createLiveCalls>;
