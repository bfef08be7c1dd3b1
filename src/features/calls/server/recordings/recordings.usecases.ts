import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { RecordingType } from '#shared/voice/calls.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope, VisitorIdentity } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { recordingsErrors } from '../../calls-recordings.contract.ts';
import { callsRepository } from '../calls.repository.ts';
import { captionsOf, writeVtt } from './captions.models.ts';
import { judgePiece, lateMs, lengthAfter, mostAccountBytes, recordingType } from './recordings.models.ts';
import { recordingsRepository, type RecordingRow } from './recordings.repository.ts';
import { withLength } from './webm.models.ts';

/** What a visitor's browser says when they agreed. */
export type Agreed = {
  key: string;
  /** By which it tells of the call. */
  call: string;
  /** The words that they were asked with. */
  consent: string;
  language: Language;
  hasAgent: boolean;
};

/** A recording as it is played. */
export type RecordedSound = {
  /** What it is saved as. */
  name: string;
  type: RecordingType;
  /** In bytes. */
  size: number;
  /** The bytes of a stretch, its last one included, piece by piece. */
  read(stretch: { from: number; to: number }): AsyncGenerator<Buffer>;
};

/** Every hour: deletes recordings whose time is over. */
export const forgetRecordingsJob = defineJob({
  name: 'calls.forget_recordings',
  payload: z.object({}),
  retryLimit: 1,
  expireInSeconds: 600,
  concurrency: 1,
});

/** A call may be told of a little longer than it may last. */
const graceMs = 120_000;

/** Pieces open only at their place in their recording. */
const sealedFor = (id: string, number: number): string => `call-recording:${id}:${number}`;

/** What the name of a recording ends with. */
const endingOf = (type: RecordingType): string => (type === 'audio/mp4' ? 'm4a' : 'webm');

/** The words that a visitor is asked with before a call is recorded. */
export function consentWords(
  { basic, voice, texts }: Pick<AgentConfiguration, 'basic' | 'voice' | 'texts'>,
  language: Language,
  translator: Pick<Translator, 'namespace'>,
): string {
  const key = 'voice.record.ask';
  const own = voice.recordingConsent.trim();
  if (own) return own;
  const words = texts[language][key] || (translator.namespace(language, 'chat')[key] ?? '');
  return words.replaceAll('{{days}}', String(voice.recordingDays)).replaceAll('{{name}}', basic.name);
}

/** Sound of calls, kept where visitors agreed to it. */
export function createRecordings(services: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  translator: Pick<Translator, 'namespace' | 'text'>;
  realtime: Pick<Realtime, 'publish'>;
  /** The agent that a visitor talks with; throws where it only writes. */
  agentOf: (visitor: VisitorIdentity) => Promise<{ configuration: AgentConfiguration }>;
}) {
  const { database, clock, box, translator } = services;

  /** The settings of the visitor's agent; throws where its owner records nothing. */
  async function settingsOf(visitor: VisitorIdentity): Promise<AgentConfiguration> {
    const { configuration } = await services.agentOf(visitor);
    if (!configuration.voice.recording) throw new AppError(recordingsErrors.off);
    return configuration;
  }

  /** Tells open screens that the recording of a call is another one, or gone. */
  async function tellScreens(tx: Transaction, callId: string): Promise<void> {
    const call = await callsRepository(tx).named(callId);
    if (!call?.conversationId || call.isPreview) return;
    const { accountId, conversationId, contactId } = call;
    await services.realtime.publish(tx, {
      topic: `account:${accountId}`,
      data: { type: 'conversation.changed', conversationId, contactId },
    });
  }

  /** The recording of a call that the member may hear. */
  async function reached(tx: Transaction, scope: AccountScope, callId: string): Promise<RecordingRow> {
    const row = await recordingsRepository(tx).ofCall(callId);
    if (!row?.type || !scope.reaches(row.agentId)) throw new AppError(recordingsErrors.notFound);
    return row;
  }

  async function pieceOf(tx: Transaction, id: string, number: number): Promise<Buffer> {
    const sealed = await recordingsRepository(tx).sealed(id, number);
    if (!sealed) throw new AppError(recordingsErrors.notFound);
    return box.openBytes(sealed, sealedFor(id, number));
  }

  /** The beginning as players need it. */
  async function headOf(tx: Transaction, row: RecordingRow): Promise<Buffer> {
    const first = await pieceOf(tx, row.id, 0);
    return row.type === 'audio/webm' ? withLength(first, row.lengthMs) : first;
  }

  return {
    /** Takes up that the visitor agreed; the same once more changes nothing. */
    async begin(visitor: VisitorIdentity, { key, call: callKey, ...agreed }: Agreed): Promise<void> {
      const settings = await settingsOf(visitor);
      // They agreed to what was true then, or to nothing.
      if (agreed.consent !== consentWords(settings, agreed.language, translator))
        throw new AppError(recordingsErrors.off);
      await database.account(visitor.accountId, async (tx) => {
        const repository = recordingsRepository(tx);
        const call = await repository.callOf(visitor.visitorId, callKey);
        if (!call || call.endedAt || call.agentId !== visitor.agentId)
          throw new AppError(recordingsErrors.callOver);
        const known = await repository.ofCall(call.id);
        if (known?.key === key) return;
        if (known) throw new AppError(recordingsErrors.twice);
        if ((await repository.stored(visitor.accountId)) >= mostAccountBytes)
          throw new AppError(recordingsErrors.full);
        const now = clock.now();
        const isNew = await repository.insert({
          ...agreed,
          id: newId('rec', now.getTime()),
          accountId: visitor.accountId,
          agentId: visitor.agentId,
          visitorId: visitor.visitorId,
          callId: call.id,
          key,
          beganAt: now,
          keptDays: settings.voice.recordingDays,
        });
        if (!isNew) throw new AppError(recordingsErrors.twice);
      });
    },

    /** Throws where a piece can't be taken now; nothing of it is read before. */
    async check(visitor: VisitorIdentity, key: string, number: number): Promise<void> {
      const found = await database.account(visitor.accountId, (tx) =>
        recordingsRepository(tx).lock(visitor.visitorId, key),
      );
      if (!found) throw new AppError(recordingsErrors.notFound);
      const { voice } = await settingsOf(visitor);
      const now = clock.now().getTime();
      const { recording, call } = found;
      const isLate = call.endedAt !== null && now - call.endedAt.getTime() > lateMs;
      if (isLate || now - recording.beganAt.getTime() > voice.longestCall * 1_000 + graceMs)
        throw new AppError(recordingsErrors.callOver);
      if (number > recording.pieceCount) throw new AppError(recordingsErrors.gap);
    },

    /** Keeps the next piece; one that came before changes nothing. */
    addPiece: (
      visitor: VisitorIdentity,
      key: string,
      { number, bytes, lengthMs }: { number: number; bytes: Uint8Array; lengthMs: number },
    ): Promise<void> =>
      database.account(visitor.accountId, async (tx) => {
        const repository = recordingsRepository(tx);
        const found = await repository.lock(visitor.visitorId, key);
        if (!found) throw new AppError(recordingsErrors.notFound);
        const { recording, call } = found;
        const piece = { number, lengthMs, bytes: bytes.length };
        const now = clock.now();
        const judged = judgePiece(recording, piece, now);
        if (judged === 'known') return;
        if (judged !== 'next') throw new AppError(recordingsErrors[judged]);
        const type = recording.type ?? recordingType(bytes);
        if (!type) throw new AppError(recordingsErrors.unsupported);
        if (number === 0 && (await repository.stored(visitor.accountId)) >= mostAccountBytes)
          throw new AppError(recordingsErrors.full);
        await repository.addPiece(
          {
            recordingId: recording.id,
            number,
            accountId: visitor.accountId,
            byteCount: bytes.length,
            sealed: box.sealBytes(bytes, sealedFor(recording.id, number)),
          },
          { type, lengthMs: lengthAfter(recording, piece, now) },
        );
        // While a call runs it is told of every few seconds anyway.
        if (number === 0 || call.endedAt) await tellScreens(tx, call.id);
      }),

    /**
     * The visitor takes their consent back, and what was recorded goes.
     * @throws `recordings.not_found` where there is nothing of theirs, any more or ever.
     */
    withdraw: (visitor: VisitorIdentity, key: string): Promise<void> =>
      database.account(visitor.accountId, async (tx) => {
        const callId = await recordingsRepository(tx).withdraw(visitor.visitorId, key);
        if (!callId) throw new AppError(recordingsErrors.notFound);
        await tellScreens(tx, callId);
      }),

    /** The recording of a call, for the account's people and programs. */
    sound: (scope: AccountScope, callId: string): Promise<RecordedSound> =>
      scope.run(async (tx) => {
        const row = await reached(tx, scope, callId);
        const head = await headOf(tx, row);
        const pieces = await recordingsRepository(tx).pieces(row.id);
        const sizes = pieces.map(({ number, byteCount }) => (number === 0 ? head.length : byteCount));
        async function* read({ from, to }: { from: number; to: number }): AsyncGenerator<Buffer> {
          let begin = 0;
          for (const [number, size] of sizes.entries()) {
            if (begin > to) return;
            if (begin + size > from) {
              const bytes = number === 0 ? head : await scope.run((later) => pieceOf(later, row.id, number));
              yield bytes.subarray(Math.max(0, from - begin), to - begin + 1);
            }
            begin += size;
          }
        }
        const moment = row.beganAt.toISOString().slice(0, 16).replace('T', '-').replace(':', '');
        return {
          name: `call-${moment}.${endingOf(row.type!)}`,
          type: row.type!,
          size: sizes.reduce((sum, size) => sum + size, 0),
          read,
        };
      }),

    /** What was said in it, as WebVTT. */
    captions: (scope: AccountScope, callId: string, language: Language): Promise<string> =>
      scope.run(async (tx) => {
        const row = await reached(tx, scope, callId);
        const call = await callsRepository(tx).named(callId);
        const said = await recordingsRepository(tx).saidIn(callId);
        const cues = captionsOf(
          {
            beganAt: row.beganAt,
            lengthMs: row.lengthMs,
            delayMs: call && call.sounds > 0 ? call.soundMs / call.sounds : 0,
            language: row.language,
          },
          said.map(({ id, role, body, at }) => ({
            id,
            isVisitor: role === 'visitor',
            text: body,
            at: new Date(at),
          })),
        );
        const visitor = translator.text(language, 'contacts:thread.visitor');
        return writeVtt(cues, { visitor, agent: said[0]?.agent ?? '' });
      }),

    /** A member deletes a recording; what was said stays as text. */
    remove: (scope: AccountScope, callId: string): Promise<void> =>
      scope.run(async (tx) => {
        const { id } = await reached(tx, scope, callId);
        if (!(await recordingsRepository(tx).remove(id))) throw new AppError(recordingsErrors.notFound);
        await writeAudit(tx, scope, 'contacts.recording_deleted', { id: callId });
        await tellScreens(tx, callId);
      }),

    /** All recordings of an account as files, for its export. */
    async *files(tx: Transaction): AsyncGenerator<{ name: string; bytes: Buffer }> {
      const repository = recordingsRepository(tx);
      for (const row of await repository.all()) {
        const rest: Buffer[] = [];
        for (const { number } of (await repository.pieces(row.id)).slice(1))
          rest.push(await pieceOf(tx, row.id, number));
        yield {
          name: `call_recordings/${row.callId}.${endingOf(row.type!)}`,
          bytes: Buffer.concat([await headOf(tx, row), ...rest]),
        };
      }
    },

    /** Deletes what is older than it may be. */
    forget: (): Promise<number> => database.system((tx) => recordingsRepository(tx).forget(clock.now())),
  };
}

export type Recordings = ReturnType<typeof createRecordings>;
