import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { KnowledgeState, SourceState } from '../../knowledge.contract.ts';
import { knowledgeChanges, type KnowledgeChange } from './states.models.ts';
import { knowledgeSourcesRepository } from './sources.repository.ts';
import type { createSourceUsecases } from './sources.usecases.ts';
import { decodePairs } from './text.models.ts';

export { knowledgeChanges };

/** Characters of entered texts that one state keeps; what is beyond them can be told apart, but not brought back. */
const mostKept = 4_000_000;

/** What a collection holds now, by the transaction of whoever asks. */
export async function knowledgeState(tx: Transaction, collectionId: string): Promise<KnowledgeState> {
  const sources = knowledgeSourcesRepository(tx);
  const state: KnowledgeState = [];
  let left = mostKept;
  for (const { id, kind, title } of await sources.list(collectionId, 'kept')) {
    const original = kind === 'text' || kind === 'qa' ? await sources.original(id) : null;
    const isKept = original !== null && original.length <= left;
    if (original && isKept) left -= original.length;
    state.push({
      id,
      kind,
      title,
      hash: original && createHash('sha256').update(original).digest('hex'),
      body: original && isKept && kind === 'text' ? original.toString('utf8') : null,
      pairs: original && isKept && kind === 'qa' ? decodePairs(original) : null,
    });
  }
  return state;
}

/** What would become of a collection that is brought to what it held, and what of it can't come back. */
export async function changesTo(
  tx: Transaction,
  collectionId: string,
  state: KnowledgeState,
): Promise<KnowledgeChange[]> {
  const now = await knowledgeState(tx, collectionId);
  const inBin = await knowledgeSourcesRepository(tx).list(collectionId, 'deleted');
  const known = new Set([...now, ...inBin].map(({ id }) => id));
  const isGone = ({ id, body, pairs }: SourceState) => !known.has(id) && body === null && pairs === null;
  return [
    ...knowledgeChanges(
      now,
      state.filter((source) => !isGone(source)),
    ),
    ...state
      .filter((source) => isGone(source))
      .map(({ title, kind }): KnowledgeChange => ({ title, kind, change: 'gone' })),
  ];
}

type SourceUsecases = Pick<
  ReturnType<typeof createSourceUsecases>,
  'addText' | 'addPairs' | 'changeSource' | 'deleteSource' | 'restoreSource'
>;

/** Brings collections back to what they held. */
export function createStates(sources: SourceUsecases) {
  /** A source that is gone: out of the bin, or entered anew. False where neither is possible. */
  async function bringBack(
    scope: AccountScope,
    collectionId: string,
    { id, title, body, pairs }: SourceState,
  ): Promise<boolean> {
    const isBack = await sources.restoreSource(scope, collectionId, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.status === 404) return false;
        throw error;
      },
    );
    if (isBack) return true;
    if (body !== null) await sources.addText(scope, collectionId, { title, body });
    else if (pairs !== null) await sources.addPairs(scope, collectionId, { title, pairs });
    else return false;
    return true;
  }

  return {
    /**
     * Brings a collection to what it held: what was added since goes into the bin, what was deleted comes out of it
     * or is entered anew, and texts and questions say what they said. Websites keep what was read last. The titles
     * of what can not come back.
     */
    async applyState(scope: AccountScope, collectionId: string, state: KnowledgeState): Promise<string[]> {
      const now = await scope.run((tx) => knowledgeState(tx, collectionId));
      const wanted = new Set(state.map(({ id }) => id));
      const here = new Map(now.map((source) => [source.id, source]));
      const missing: string[] = [];
      for (const source of state) {
        const is = here.get(source.id);
        if (!is) {
          if (!(await bringBack(scope, collectionId, source))) missing.push(source.title);
          // It was changed before it was deleted.
          else if (source.hash !== null) await sayAgain(scope, collectionId, source, null);
        } else await sayAgain(scope, collectionId, source, is);
      }
      for (const { id } of now) if (!wanted.has(id)) await sources.deleteSource(scope, collectionId, id);
      return missing;
    },
  };

  /** Lets a source say what it said, where it says something else; `is` is null where that is not known. */
  async function sayAgain(
    scope: AccountScope,
    collectionId: string,
    source: SourceState,
    is: SourceState | null,
  ): Promise<void> {
    if (is && is.hash === source.hash && is.title === source.title) return;
    const { id, title, body, pairs } = source;
    await sources
      .changeSource(scope, collectionId, id, {
        title,
        ...(body !== null && { body }),
        ...(pairs !== null && { pairs }),
      })
      .catch((error: unknown) => {
        // It was entered anew, under another id, with these very words.
        if (!(error instanceof AppError && error.status === 404)) throw error;
      });
  }
}
