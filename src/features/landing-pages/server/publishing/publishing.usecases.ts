import { AppError } from '#shared/errors.ts';
import { blocksOf, parsePage } from '#shared/landing-pages/parse-page.ts';
import type { PageSettings } from '#shared/landing-pages/page-settings.ts';
import type { Passwords } from '#platform/crypto/password.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  landingPagesErrors,
  mostPageVersions,
  type ExperimentGoal,
  type LandingPage,
} from '../../landing-pages.contract.ts';
import type { PageChange, PageVersion } from '../../landing-pages-publishing.contract.ts';
import { findPage, lockPage } from '../landing-pages-rows.usecases.ts';
import { landingPagesRepository, type PageRow } from '../landing-pages.repository.ts';
import type { LandingPages, LandingPagesServices } from '../landing-pages.usecases.ts';
import { changesBetween } from './changes.models.ts';
import { dueRepository } from './due.repository.ts';
import { noteShownImages } from './shown-images.usecases.ts';
import { versionsRepository, type VersionRow } from './versions.repository.ts';

export type PublishingServices = LandingPagesServices & {
  passwords: Passwords;
  log: Pick<Logger, 'error'>;
};

/** How a page comes to its visitors, and goes: versions, schedule, password, two versions beside each other. */
export function createPublishing(services: PublishingServices, pages: LandingPages) {
  const { clock, database } = services;
  const { change } = pages;

  async function versionOf(tx: Transaction, pageId: string, version: number): Promise<VersionRow> {
    const row = await versionsRepository(tx).find(pageId, version);
    if (!row) throw new AppError(landingPagesErrors.versionNotFound);
    return row;
  }

  /** Makes the draft the version that visitors see. */
  async function putOnline(tx: Transaction, row: PageRow, by: string): Promise<number> {
    const version = row.lastVersion + 1;
    const now = clock.now();
    await versionsRepository(tx).insert({
      accountId: row.accountId,
      pageId: row.id,
      version,
      document: row.draft,
      blockCount: blocksOf(row.draft.data.content).length,
      createdBy: by,
      createdAt: now,
    });
    // An end that has passed belongs to what was online before.
    const isOver = row.endAt !== null && row.endAt <= now;
    const changes = {
      status: 'published',
      publishedVersion: version,
      lastVersion: version,
      hasChanges: false,
      publishAt: null,
      ...(isOver && { endAt: null }),
      updatedAt: now,
    } as const;
    await landingPagesRepository(tx).update(row.id, changes);
    await versionsRepository(tx).prune(
      row.id,
      mostPageVersions,
      row.experimentVersion === null ? [version] : [version, row.experimentVersion],
    );
    await noteShownImages(tx, { ...row, ...changes });
    return version;
  }

  const takeOffline = (tx: Transaction, row: PageRow, changes: Partial<PageRow> = {}): Promise<void> =>
    landingPagesRepository(tx).update(row.id, { status: 'draft', updatedAt: clock.now(), ...changes });

  return {
    diff: (scope: AccountScope, id: string): Promise<PageChange[]> =>
      scope.run(async (tx) => {
        const row = await findPage(tx, id);
        return changesBetween(await pages.publishedOf(tx, row), row.draft);
      }),

    /** @throws `landing-pages.draft_changed`, `landing-pages.nothing_to_publish`, `landing-pages.not_ready` */
    publish: (scope: AccountScope, id: string, revision: number): Promise<LandingPage> =>
      change(scope, id, async (tx, row) => {
        if (row.draftRevision !== revision)
          throw new AppError(landingPagesErrors.draftChanged, { variables: { name: row.savedBy } });
        if (row.status === 'published' && !row.hasChanges)
          throw new AppError(landingPagesErrors.nothingToPublish);
        if (row.draft.data.content.length === 0) throw new AppError(landingPagesErrors.notReady);
        const version = await putOnline(tx, row, scope.userName);
        await writeAudit(tx, scope, 'landing-pages.published', {
          id,
          name: row.title,
          details: { to: String(version) },
        });
      }),

    unpublish: (scope: AccountScope, id: string): Promise<LandingPage> =>
      change(scope, id, async (tx, row) => {
        if (row.status !== 'published') return;
        await takeOffline(tx, row, { publishAt: null });
        await writeAudit(tx, scope, 'landing-pages.unpublished', { id, name: row.title });
      }),

    versions: (scope: AccountScope, id: string): Promise<PageVersion[]> =>
      scope.run(async (tx) => {
        const page = await findPage(tx, id);
        const rows = await versionsRepository(tx).list(id, mostPageVersions + 2);
        return rows.map((row) => presentVersion(row, page));
      }),

    version: (
      scope: AccountScope,
      id: string,
      version: number,
    ): Promise<PageVersion & { data: Record<string, unknown>; settings: PageSettings }> =>
      scope.run(async (tx) => {
        const page = await findPage(tx, id);
        const row = await versionOf(tx, id, version);
        return {
          ...presentVersion(row, page),
          data: parsePage(row.document.data).data,
          settings: row.document.settings,
        };
      }),

    /** @throws `landing-pages.version_not_found`, `landing-pages.draft_changed` */
    restore: (scope: AccountScope, id: string, version: number, revision: number): Promise<LandingPage> =>
      change(scope, id, async (tx, row) => {
        const { document } = await versionOf(tx, id, version);
        const isSaved = await landingPagesRepository(tx).saveDraft(id, revision, {
          draft: { ...document, data: parsePage(document.data).data },
          hasChanges: version !== row.publishedVersion,
          savedBy: scope.userName,
          updatedAt: clock.now(),
        });
        if (!isSaved)
          throw new AppError(landingPagesErrors.draftChanged, { variables: { name: row.savedBy } });
        await writeAudit(tx, scope, 'landing-pages.restored', {
          id,
          name: row.title,
          details: { to: String(version) },
        });
      }),

    schedule: (
      scope: AccountScope,
      id: string,
      input: { publishAt: string | null; endAt: string | null },
    ): Promise<LandingPage> =>
      change(scope, id, (tx) =>
        landingPagesRepository(tx).update(id, {
          publishAt: input.publishAt === null ? null : new Date(input.publishAt),
          endAt: input.endAt === null ? null : new Date(input.endAt),
          updatedAt: clock.now(),
        }),
      ),

    async setAccess(
      scope: AccountScope,
      id: string,
      input: { visibility: PageRow['visibility']; password?: string | null | undefined },
    ): Promise<LandingPage> {
      const { visibility, password } = input;
      const passwordHash = typeof password === 'string' ? await services.passwords.hash(password) : password;
      return change(scope, id, (tx) =>
        landingPagesRepository(tx).update(id, {
          visibility,
          ...(passwordHash !== undefined && { passwordHash }),
          updatedAt: clock.now(),
        }),
      );
    },

    /** @throws `landing-pages.no_domain` */
    async setHome(scope: AccountScope, id: string, isHome: boolean): Promise<LandingPage> {
      const { domain } = await pages.origins(scope.accountId);
      return change(scope, id, async (tx) => {
        if (isHome && domain === null) throw new AppError(landingPagesErrors.noDomain);
        if (isHome) await landingPagesRepository(tx).clearHome(scope.accountId);
        await landingPagesRepository(tx).update(id, { isHome, updatedAt: clock.now() });
      });
    },

    /** @throws `landing-pages.never_published`, `landing-pages.experiment_version` */
    setExperiment: (
      scope: AccountScope,
      id: string,
      experiment: { version: number; share: number; goal: ExperimentGoal } | null,
    ): Promise<LandingPage> =>
      change(scope, id, async (tx, row) => {
        if (experiment !== null) {
          if (row.publishedVersion === null) throw new AppError(landingPagesErrors.neverPublished);
          if (experiment.version === row.publishedVersion)
            throw new AppError(landingPagesErrors.experimentVersion);
          await versionOf(tx, id, experiment.version);
        }
        const changes = {
          experimentVersion: experiment?.version ?? null,
          experimentShare: experiment?.share ?? null,
          experimentSince: experiment === null ? null : clock.now(),
          ...(experiment !== null && { experimentGoal: experiment.goal }),
        };
        await landingPagesRepository(tx).update(id, { ...changes, updatedAt: clock.now() });
        await noteShownImages(tx, { ...row, ...changes });
      }),

    /**
     * Publishes and ends what is due. It may be run again at any time, and by several processes at once: each page
     * is looked at anew under its lock.
     */
    async runDue(): Promise<void> {
      for (const { id, accountId } of await dueRepository(database.direct).due(clock.now(), 200))
        await database
          .account(accountId, async (tx) => {
            const row = await lockPage(tx, id);
            const now = clock.now();
            if (row.publishAt !== null && row.publishAt <= now) {
              // Nobody ran between beginning and end: what is over does not begin.
              const isOver = row.endAt !== null && row.endAt <= now && row.endAt > row.publishAt;
              if (isOver || row.status === 'archived' || row.draft.data.content.length === 0)
                await landingPagesRepository(tx).update(id, { publishAt: null });
              else if (row.status === 'published' && !row.hasChanges)
                await landingPagesRepository(tx).update(id, { publishAt: null });
              else await putOnline(tx, row, '');
            }
            const after = await lockPage(tx, id);
            if (after.endAt !== null && after.endAt <= now && after.status === 'published')
              await takeOffline(tx, after);
            await pages.tell(tx, accountId, id);
          })
          .then(services.published.forget)
          .catch((error: unknown) =>
            services.log.error({ err: error, pageId: id }, 'a scheduled page could not be moved on'),
          );
    },
  };
}

function presentVersion(
  { version, createdAt, createdBy, blockCount }: Omit<VersionRow, 'document'>,
  page: PageRow,
): PageVersion {
  return {
    version,
    createdAt: createdAt.toISOString(),
    by: createdBy,
    blocks: blockCount,
    isPublished: page.status === 'published' && page.publishedVersion === version,
  };
}
