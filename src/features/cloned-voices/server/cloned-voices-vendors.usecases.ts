import { consentProblem } from '#shared/voice/consent.ts';
import { piecesOf, readWav, writeWav } from '#shared/voice/wav.ts';
import { SpeechError, type CloningInput } from '#providers/speech/speech.port.ts';
import type { ReadySpeech } from '#features/integrations/server/integrations.usecases.ts';
import type { CloneFailure } from '../cloned-voices.contract.ts';
import { removeCloneJob } from './cloned-voices-jobs.models.ts';
import { clonedVoicesRepository, type ClonedVoiceRow } from './cloned-voices.repository.ts';
import { sealedFor, type ClonedVoicesServices } from './cloned-voices.usecases.ts';
import { findHearing } from './cloned-voices-hearing.usecases.ts';

type Payload = {
  accountId: string;
  id: string;
};

const hourMs = 3_600_000;
/** A voice that nobody went on with is forgotten after this, with its consent. */
const unfinishedMs = 24 * hourMs;
/** A server that has not told by then how the making ended, is no more. */
const lostMs = 900_000;
const vendorMs = 300_000;
/** Transcripts of pieces may not be longer at a vendor. */
const longestText = 1_000;

const failureOf = (error: unknown): CloneFailure | null =>
  error instanceof SpeechError
    ? error.code
    : (error as Error | null)?.name === 'TimeoutError'
      ? 'unreachable'
      : null;

/** What is done with copies of voices at their vendors, in the background. */
export function createClonesAtVendors(services: ClonedVoicesServices) {
  const { database, clock, box, jobs, integrations, log } = services;

  const finish = (accountId: string, id: string, change: Partial<ClonedVoiceRow> & { sealedSample?: null }) =>
    database.account(accountId, (tx) => clonedVoicesRepository(tx).update(id, change));

  /** The sample as the vendor takes it: whole, or in pieces with what is said in each. */
  async function piecesFor(
    row: ClonedVoiceRow,
    { provider }: ReadySpeech,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<CloningInput['pieces']> {
    const seconds = provider.definition.cloning?.pieceSeconds ?? null;
    const sound = readWav(bytes);
    if (seconds === null || !sound) return [{ sound: { type: 'audio/wav', bytes }, text: '' }];
    const hearing = await findHearing(integrations, row.accountId);
    if (!hearing) throw new SpeechError('unreachable', 'Nobody understands the pieces of a sample.');
    const pieces: { sound: { type: string; bytes: Uint8Array }; text: string }[] = [];
    for (const piece of piecesOf(sound, seconds)) {
      const wav = { type: 'audio/wav', bytes: writeWav(piece) };
      const text = await hearing.hear(wav, row.language, signal);
      if (text) pieces.push({ sound: wav, text: text.slice(0, longestText) });
    }
    return pieces;
  }

  /** Null where the row needs nothing any more, or was begun by a server that is no more. */
  const take = ({ accountId, id }: Payload) =>
    database.account(accountId, async (tx) => {
      const repository = clonedVoicesRepository(tx);
      const row = await repository.lock(id);
      if (row?.state !== 'making') return null;
      if (row.triedAt !== null) {
        await repository.update(id, { state: 'failed', failure: 'lost' });
        return null;
      }
      await repository.update(id, { triedAt: clock.now() });
      return { row, sealed: await repository.sealed(id) };
    });

  return {
    async clone(payload: Payload, stopped: AbortSignal): Promise<void> {
      const { accountId, id } = payload;
      const taken = await take(payload);
      if (!taken) return;
      const { row, sealed } = taken;
      const fail = (failure: CloneFailure) => finish(accountId, id, { state: 'failed', failure });
      const ready = await integrations.readySpeech(accountId, row.provider);
      const cloning = ready?.provider.cloning;
      if (!ready || !cloning) return fail('notConnected');
      // The order of the steps sees to it; a voice without consent is worth asking twice.
      const isAgreed = row.heard && !consentProblem({ ...row, name: row.speaker }, row.heard);
      if (!sealed?.sealedConsent || !sealed.sealedSample || !isAgreed) return fail('lost');
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(vendorMs)]);
      try {
        const sample = box.openBytes(sealed.sealedSample, sealedFor(id, 'sample'));
        const voice = await cloning.clone({
          ...ready.connection,
          signal,
          name: row.name,
          about: row.sentence.slice(0, 500),
          pieces: await piecesFor(row, ready, sample, signal),
          consent: {
            type: 'audio/wav',
            bytes: box.openBytes(sealed.sealedConsent, sealedFor(id, 'consent')),
          },
        });
        await finish(accountId, id, { state: 'ready', failure: null, voice, sealedSample: null });
      } catch (error) {
        const failure = failureOf(error);
        await fail(failure ?? 'lost');
        if (!failure) throw error;
        log.warn(
          { err: error, clonedVoiceId: id, provider: row.provider },
          'a vendor made no copy of a voice',
        );
      }
    },

    /** Rejects where it is worth trying again soon; the hourly round does so for days. */
    async remove({ accountId, id }: Payload): Promise<void> {
      const row = await database.account(accountId, (tx) => clonedVoicesRepository(tx).find(id));
      if (row?.state !== 'deleting' || row.voice === null) return;
      const ready = await integrations.readySpeech(accountId, row.provider);
      const cloning = ready?.provider.cloning;
      if (!ready || !cloning) return finish(accountId, id, { failure: 'notConnected' });
      try {
        await cloning.remove({ ...ready.connection, voice: row.voice, signal: AbortSignal.timeout(30_000) });
      } catch (error) {
        const failure = failureOf(error);
        await finish(accountId, id, { failure: failure ?? 'unreachable' });
        if (failure === 'unauthorized') return;
        throw error;
      }
      await database.account(accountId, (tx) => clonedVoicesRepository(tx).remove(id));
    },

    sweep: (): Promise<void> =>
      database.system(async (tx) => {
        const repository = clonedVoicesRepository(tx);
        const now = clock.now().getTime();
        await repository.removeUnfinished(new Date(now - unfinishedMs));
        await repository.loseMaking(new Date(now - lostMs));
        for (const each of await repository.undeleted()) await jobs.send(tx, removeCloneJob, each);
      }),
  };
}

export type ClonesAtVendors = ReturnType<typeof createClonesAtVendors>;
