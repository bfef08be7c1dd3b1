import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { contactsErrors, type ContactFilter, type ContactSort } from '../../contacts.contract.ts';
import {
  contactsManyErrors,
  mostSegments,
  type BulkAction,
  type BulkTarget,
  type ContactSegment,
  type ContactTask,
} from '../../contacts-many.contract.ts';
import type { EraseContact } from '../erasure/erasure.usecases.ts';
import { contactConditions, contactsListRepository } from '../contacts-list.repository.ts';
import { contactsManyRepository, type SegmentRow, type TaskRow } from './bulk.repository.ts';
import { reachOfMaker } from './maker-access.usecases.ts';
import { contactsTagsRepository } from '../record/tags.repository.ts';
import { contactViewOf, contactsMeant } from '../contacts.usecases.ts';

/** Contacts that one step of a task takes. */
const stepSize = 500;
const mostAtOnce = 5;
const keptDays = 7;

export const contactTaskJob = defineJob({
  name: 'contacts.task',
  payload: z.object({ accountId: z.string(), taskId: z.string() }),
  retryLimit: 5,
  expireInSeconds: 900,
  concurrency: 1,
});

const presentTask = ({ id, state, total, done, skipped }: TaskRow): ContactTask => ({
  id,
  state,
  total,
  done,
  skipped,
});
const presentSegment = ({ id, name, filter, sort }: SegmentRow): ContactSegment => ({
  id,
  name,
  filter,
  sort,
});

/** What is done with many contacts: filters that are kept, and changes to all that match. */
export function createContactsMany(services: {
  database: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'send'>;
  realtime: Pick<Realtime, 'publish'>;
  erase: EraseContact;
}) {
  const { database, clock } = services;

  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * 86_400_000);

  async function targetOf(tx: Transaction, { spec }: Pick<TaskRow, 'spec'>) {
    if ('filter' in spec.target) return contactConditions(spec.view, spec.target.filter, clock.now());
    const seen = contactConditions({ ...spec.view, hidesPassive: false }, {}, clock.now());
    const named = contactsManyRepository(tx).named(spec.target.ids);
    return seen ? contactsManyRepository(tx).both(named, seen) : named;
  }

  async function apply(
    tx: Transaction,
    action: Exclude<BulkAction, { kind: 'erase' }>,
    ids: readonly string[],
  ): Promise<number> {
    const repository = contactsManyRepository(tx);
    if (action.kind === 'lifecycle') return repository.setLifecycle(ids, action.lifecycle, clock.now());
    if (action.kind === 'removeTag') return repository.removeTag(ids, action.tagId, clock.now());
    // A tag that was removed meanwhile comes back on nobody.
    return (await contactsTagsRepository(tx).known([action.tagId])) === 1
      ? repository.addTag(ids, action.tagId, clock.now())
      : 0;
  }

  /**
   * What a task may take: what its maker saw when it began and still reaches; 'gone' if they may not go on.
   */
  async function viewNow({ accountId, createdBy, spec }: TaskRow): Promise<TaskRow['spec']['view'] | 'gone'> {
    const permission = spec.action.kind === 'erase' ? 'contacts.erase' : 'contacts.edit';
    const reach = await reachOfMaker(database, { accountId, createdBy }, permission);
    if (reach === 'gone') return 'gone';
    const [then, now] = [spec.view.agentIds, reach.agentIds];
    return { ...spec.view, agentIds: then && now ? then.filter((id) => now.includes(id)) : (then ?? now) };
  }

  /** One step of a task; false when it is at its end. */
  async function step(accountId: string, taskId: string): Promise<boolean> {
    const known = await database.account(accountId, (tx) => contactsManyRepository(tx).task(taskId));
    // It works on later: what its maker may do by then is what counts.
    const view = known && (await viewNow(known));
    return database.account(accountId, async (tx) => {
      const repository = contactsManyRepository(tx);
      const task = await repository.holdTask(taskId);
      if (!task || !view || task.state === 'done' || task.state === 'failed') return false;
      if (view === 'gone') {
        await repository.finish(taskId, 'failed', clock.now());
        return false;
      }
      const { action } = task.spec;
      const meant = await targetOf(tx, { spec: { ...task.spec, view } });
      const limit = action.kind === 'erase' ? 20 : stepSize;
      const ids = await repository.idsAfter(meant, { after: task.cursor, until: task.createdAt, limit });
      const last = ids.at(-1);
      if (last === undefined) {
        await repository.finish(taskId, 'done', clock.now());
        await services.realtime.publish(tx, { topic: `account:${accountId}`, data: { type: 'everything' } });
        return false;
      }
      let done = 0;
      if (action.kind === 'erase')
        for (const id of ids) done += (await services.erase(tx, accountId, id)) === 'erased' ? 1 : 0;
      else done = await apply(tx, action, ids);
      await repository.advance(taskId, { done, skipped: ids.length - done, cursor: last });
      return true;
    });
  }

  return {
    segments: (scope: AccountScope) =>
      scope.run(async (tx) => ({
        segments: (await contactsManyRepository(tx).segments()).map(presentSegment),
      })),
    createSegment: (
      scope: AccountScope,
      input: { name: string; filter: ContactFilter; sort: ContactSort },
    ): Promise<ContactSegment> =>
      scope.run(async (tx) => {
        const repository = contactsManyRepository(tx);
        if ((await repository.segments()).length >= mostSegments)
          throw new AppError(contactsManyErrors.tooManySegments, { variables: { most: mostSegments } });
        const row = { ...input, id: newId('csg'), accountId: scope.accountId, createdAt: clock.now() };
        await repository.insertSegment(row);
        return presentSegment(row);
      }),
    updateSegment: (
      scope: AccountScope,
      id: string,
      input: { name: string; filter: ContactFilter; sort: ContactSort },
    ): Promise<ContactSegment> =>
      scope.run(async (tx) => {
        if (!(await contactsManyRepository(tx).updateSegment(id, input)))
          throw new AppError(contactsManyErrors.noSuchSegment);
        return { id, ...input };
      }),
    deleteSegment: (scope: AccountScope, id: string): Promise<Record<string, never>> =>
      scope.run(async (tx) => {
        if (!(await contactsManyRepository(tx).deleteSegment(id)))
          throw new AppError(contactsManyErrors.noSuchSegment);
        return {};
      }),

    /** Begins a change of many contacts. */
    begin: (
      scope: AccountScope,
      { target, action }: { target: BulkTarget; action: BulkAction },
    ): Promise<ContactTask> => {
      if (action.kind === 'erase' && !scope.can('contacts.erase')) throw new AppError(commonErrors.forbidden);
      return scope.run(async (tx) => {
        const repository = contactsManyRepository(tx);
        if ('tagId' in action && (await contactsTagsRepository(tx).known([action.tagId])) === 0)
          throw new AppError(contactsErrors.noSuchTag);
        if ((await repository.unfinished()) >= mostAtOnce)
          throw new AppError(contactsManyErrors.tooManyTasks);
        const { agentIds, hidesPassive } =
          'filter' in target
            ? (await contactsMeant(tx, scope, target.filter, clock.now())).view
            : await contactViewOf(tx, scope);
        const task: TaskRow = {
          id: newId('ctk'),
          accountId: scope.accountId,
          createdBy: scope.userId,
          spec: { action, target, view: { agentIds, hidesPassive } },
          state: 'queued',
          total: 0,
          done: 0,
          skipped: 0,
          cursor: '',
          createdAt: clock.now(),
          finishedAt: null,
        };
        task.total = await contactsListRepository(tx).count({ within: await targetOf(tx, task) });
        if (task.total === 0) throw new AppError(contactsManyErrors.nobodyMeant);
        await repository.insertTask(task);
        if (action.kind === 'erase')
          await writeAudit(tx, scope, 'contacts.erasure_begun', {
            id: task.id,
            details: { number: String(task.total) },
          });
        await services.jobs.send(tx, contactTaskJob, { accountId: scope.accountId, taskId: task.id });
        return presentTask(task);
      });
    },
    task: (scope: AccountScope, id: string): Promise<ContactTask> =>
      scope.run(async (tx) => {
        const row = await contactsManyRepository(tx).task(id);
        if (!row) throw new AppError(contactsManyErrors.noSuchTask);
        return presentTask(row);
      }),

    /** Goes on with a task until it is done, or until the process is asked to stop. */
    async work(
      { accountId, taskId }: { accountId: string; taskId: string },
      signal: AbortSignal,
    ): Promise<void> {
      while (await step(accountId, taskId)) signal.throwIfAborted();
    },
    tidy: (): Promise<void> =>
      database.system((tx) =>
        contactsManyRepository(tx).removeOldTasks(daysAgo(keptDays), daysAgo(1), clock.now()),
      ),
  };
}

export type ContactsMany = ReturnType<typeof createContactsMany>;
