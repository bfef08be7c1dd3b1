import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { consentProblem, consentSentence } from '#shared/voice/consent.ts';
import { consentSeconds, measureSound, problemsOf } from '#shared/voice/sound-quality.ts';
import { readWav, type MonoSound } from '#shared/voice/wav.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import { SpeechError } from '#providers/speech/speech.port.ts';
import type { SpeechProviderId } from '#shared/speech-vendors.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import {
  clonedVoicesErrors,
  mostClonedVoices,
  type ClonedVoice,
  type ClonedVoiceInput,
  type NotAgreed,
} from '../cloned-voices.contract.ts';
import { cloneJob, removeCloneJob } from './cloned-voices-jobs.models.ts';
import { findHearing } from './cloned-voices-hearing.usecases.ts';
import { clonedVoicesRepository, type ClonedVoiceRow } from './cloned-voices.repository.ts';

export type ClonedVoicesServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  integrations: Pick<IntegrationsUsecases, 'readySpeech'>;
};

const hearingMs = 40_000;

/** Recordings open only for the voice and the purpose that they were sealed for. */
export const sealedFor = (id: string, purpose: 'consent' | 'sample'): string =>
  `cloned-voice:${id}:${purpose}`;

export const presentClone = (row: ClonedVoiceRow): ClonedVoice => ({
  id: row.id,
  provider: row.provider,
  name: row.name,
  speaker: row.speaker,
  company: row.company,
  language: row.language,
  sentence: row.sentence,
  state: row.state,
  failure: row.failure,
  heard: row.heard,
  voice: row.voice,
  member: row.member,
  createdAt: row.createdAt.toISOString(),
  consentedAt: row.consentedAt?.toISOString() ?? null,
});

/** A recording as it was made in our screens; whatever else was sent is refused before anything opens it. */
function recordingOf(bytes: Uint8Array): MonoSound {
  const sound = readWav(bytes);
  if (!sound) throw new AppError(clonedVoicesErrors.unsupported);
  return sound;
}

/** Copies of people's voices: nobody's is made before they agreed aloud. */
export function createClonedVoices(services: ClonedVoicesServices) {
  const { database, clock, box, jobs, integrations } = services;

  /** The row of a voice in one of the given states, locked. */
  async function locked(
    tx: Transaction,
    id: string,
    states: readonly ClonedVoice['state'][],
  ): Promise<ClonedVoiceRow> {
    const row = await clonedVoicesRepository(tx).lock(id);
    if (!row) throw new AppError(clonedVoicesErrors.notFound);
    if (!states.includes(row.state)) throw new AppError(clonedVoicesErrors.notNow);
    return row;
  }

  async function change(
    tx: Transaction,
    row: ClonedVoiceRow,
    to: Partial<ClonedVoiceRow>,
  ): Promise<ClonedVoice> {
    await clonedVoicesRepository(tx).update(row.id, to);
    return presentClone({ ...row, ...to });
  }

  /** What was understood of the consent. */
  async function hear(scope: AccountScope, row: ClonedVoiceRow, bytes: Uint8Array): Promise<string> {
    const hearing = await findHearing(integrations, scope.accountId);
    if (!hearing) throw new AppError(clonedVoicesErrors.nobodyHears);
    try {
      return await hearing.hear({ type: 'audio/wav', bytes }, row.language, AbortSignal.timeout(hearingMs));
    } catch (error) {
      if (!(error instanceof SpeechError) && (error as Error | null)?.name !== 'TimeoutError') throw error;
      services.log.warn({ err: error, clonedVoiceId: row.id }, 'a spoken consent was not understood');
      throw new AppError(clonedVoicesErrors.failed, { cause: error });
    }
  }

  return {
    async list(scope: AccountScope): Promise<{ voices: ClonedVoice[]; hearing: string | null }> {
      const [rows, hearing] = await Promise.all([
        scope.run((tx) => clonedVoicesRepository(tx).list()),
        findHearing(integrations, scope.accountId),
      ]);
      return { voices: rows.map(presentClone), hearing: hearing?.label ?? null };
    },

    /** `day` is today where the person is, as `2026-11-29`. */
    begin: (scope: AccountScope, input: ClonedVoiceInput, day: string): Promise<ClonedVoice> =>
      scope.run(async (tx) => {
        const repository = clonedVoicesRepository(tx);
        if ((await repository.count(scope.accountId)) >= mostClonedVoices)
          throw new AppError(clonedVoicesErrors.tooMany, { variables: { most: mostClonedVoices } });
        const row: ClonedVoiceRow = {
          ...input,
          id: newId('vcl'),
          accountId: scope.accountId,
          day,
          sentence: consentSentence({ ...input, name: input.speaker, day }),
          state: 'consent',
          failure: null,
          heard: null,
          consentHash: null,
          voice: null,
          member: scope.userName,
          createdAt: clock.now(),
          consentedAt: null,
          triedAt: null,
        };
        await repository.insert({ ...row, sealedConsent: null, sealedSample: null });
        return presentClone(row);
      }),

    /** Throws where a recording can't be taken for that voice now; nothing of it is read before. */
    check: (scope: AccountScope, id: string, states: readonly ClonedVoice['state'][]): Promise<void> =>
      scope.run(async (tx) => void (await locked(tx, id, states))),

    async agree(scope: AccountScope, id: string, bytes: Uint8Array): Promise<ClonedVoice> {
      const { rate, samples } = recordingOf(bytes);
      const seconds = samples.length / rate;
      const refuse = (problem: NotAgreed['problem'], heard: string) =>
        new AppError(clonedVoicesErrors.notAgreed, { details: { problem, heard } });
      if (seconds < consentSeconds.least || seconds > consentSeconds.most)
        throw refuse(seconds < consentSeconds.least ? 'silent' : 'words', '');
      const consentHash = createHash('sha256').update(samples).digest('hex');
      const row = await scope.run((tx) => locked(tx, id, ['consent']));
      // In no account: who got hold of a recording has nobody's consent.
      if (await database.system((tx) => clonedVoicesRepository(tx).isConsentUsed(consentHash)))
        throw new AppError(clonedVoicesErrors.consentUsed);
      const heard = (await hear(scope, row, bytes)).slice(0, 1_000);
      const problem = consentProblem({ ...row, name: row.speaker }, heard);
      if (problem) throw refuse(problem, heard);
      return scope.run(async (tx) => {
        const latest = await locked(tx, id, ['consent']);
        const sealedConsent = box.sealBytes(bytes, sealedFor(id, 'consent'));
        await clonedVoicesRepository(tx).update(id, { sealedConsent });
        await writeAudit(tx, scope, 'providers.voice_agreed', { id, name: row.speaker });
        return change(tx, latest, { state: 'sample', heard, consentHash, consentedAt: clock.now() });
      });
    },

    async copy(scope: AccountScope, id: string, bytes: Uint8Array): Promise<ClonedVoice> {
      const sound = recordingOf(bytes);
      // What it was made of is judged where it was recorded, with all its samples.
      const problems = problemsOf(measureSound(sound));
      if (problems.length) throw new AppError(clonedVoicesErrors.unfit, { details: { problems } });
      const row = await scope.run((tx) => locked(tx, id, ['sample', 'failed']));
      const ready = await integrations.readySpeech(scope.accountId, row.provider);
      if (!ready?.provider.cloning) throw new AppError(clonedVoicesErrors.notConnected);
      if (
        ready.provider.definition.cloning?.pieceSeconds &&
        !(await findHearing(integrations, scope.accountId))
      )
        throw new AppError(clonedVoicesErrors.nobodyHears);
      return scope.run(async (tx) => {
        const latest = await locked(tx, id, ['sample', 'failed']);
        await clonedVoicesRepository(tx).update(id, {
          sealedSample: box.sealBytes(bytes, sealedFor(id, 'sample')),
        });
        await jobs.send(tx, cloneJob, { accountId: scope.accountId, id });
        await writeAudit(tx, scope, 'providers.voice_copied', { id, name: row.name });
        return change(tx, latest, { state: 'making', failure: null, triedAt: null });
      });
    },

    retry: (scope: AccountScope, id: string): Promise<ClonedVoice> =>
      scope.run(async (tx) => {
        const row = await locked(tx, id, ['failed', 'deleting']);
        const payload = { accountId: scope.accountId, id };
        if (row.state === 'deleting') {
          await jobs.send(tx, removeCloneJob, payload);
          return change(tx, row, { failure: null });
        }
        await jobs.send(tx, cloneJob, payload);
        return change(tx, row, { state: 'making', failure: null, triedAt: null });
      }),

    async consentOf(scope: AccountScope, id: string): Promise<Buffer> {
      const row = await scope.run((tx) => clonedVoicesRepository(tx).sealed(id));
      if (!row?.sealedConsent) throw new AppError(clonedVoicesErrors.notFound);
      return box.openBytes(row.sealedConsent, sealedFor(id, 'consent'));
    },

    /** `isOnlyHere`: what the vendor has is left there. */
    remove: (scope: AccountScope, id: string, isOnlyHere: boolean): Promise<void> =>
      scope.run(async (tx) => {
        const row = await locked(tx, id, ['consent', 'sample', 'ready', 'failed', 'deleting']);
        const repository = clonedVoicesRepository(tx);
        if (row.state !== 'deleting')
          await writeAudit(tx, scope, 'providers.voice_deleted', { id, name: row.name });
        if (row.voice === null || isOnlyHere) return repository.remove(id);
        await repository.update(id, {
          state: 'deleting',
          failure: null,
          sealedConsent: null,
          sealedSample: null,
          heard: null,
        });
        await jobs.send(tx, removeCloneJob, { accountId: scope.accountId, id });
      }),

    /** The vendor's ids of the account's own voices. */
    async ownVoices(scope: AccountScope, provider: SpeechProviderId): Promise<ReadonlySet<string>> {
      const rows = await scope.run((tx) => clonedVoicesRepository(tx).atVendors());
      return new Set(
        rows.flatMap((row) => (row.provider === provider && row.state === 'ready' ? [row.voice!] : [])),
      );
    },

    /** Before an account ends: asks its vendors to delete its voices. Those that don't answer keep them. */
    async removeAtVendors(accountId: string): Promise<void> {
      const rows = await database.account(accountId, (tx) => clonedVoicesRepository(tx).atVendors());
      await Promise.all(
        rows.map(async ({ provider, voice }) => {
          const ready = await integrations.readySpeech(accountId, provider);
          const signal = AbortSignal.timeout(10_000);
          await ready?.provider.cloning
            ?.remove({ ...ready.connection, voice: voice!, signal })
            .catch((error: unknown) =>
              services.log.warn({ err: error, accountId, provider }, 'a voice stays at its vendor'),
            );
        }),
      );
    },
  };
}

export type ClonedVoices = ReturnType<typeof createClonedVoices>;
