import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import { emptyPageData, type PageData } from '#shared/landing-pages/page-data.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import {
  defaultPageSettings,
  type PageSettings,
  type PageDocument,
} from '#shared/landing-pages/page-settings.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';
import { slugOf } from '#shared/landing-pages/page-slugs.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { Brands } from '#features/white-label/server/white-label-brands.usecases.ts';
import {
  landingPagesErrors,
  mostLandingPages,
  type LandingPage,
  type LandingPageSummary,
  type PageStatus,
} from '../landing-pages.contract.ts';
import { readAllFacts, readFacts } from './facts/facts.usecases.ts';
import {
  findPage,
  lockPage,
  originsOf,
  presentPage,
  presentSummary,
  type FoundPage,
} from './landing-pages-rows.usecases.ts';
import { landingPagesRepository, type PageRow } from './landing-pages.repository.ts';
import { isSameDocument } from './publishing/changes.models.ts';
import { versionsRepository } from './publishing/versions.repository.ts';

export type LandingPagesServices = {
  database: Database;
  clock: Clock;
  realtime: Pick<Realtime, 'publish'>;
  brands: Pick<Brands, 'of' | 'originOf'>;
  /** Shows pages in this process; the others are told by notice. */
  published: { forget(): void };
};

/** Those who show pages hear here that one is another now. */
export const landingPagesTopic = 'landing-pages';

/** What a new page begins with. */
export type NewPage = {
  title: string;
  slug?: string | undefined;
  language: Language;
  data?: unknown;
  settings?: PageSettings | undefined;
};

const slugConstraint = 'landing_pages_slug';
const mostSlugTries = 50;

/** Landing pages as their owners keep them. */
export function createLandingPages(services: LandingPagesServices) {
  const { database, clock, brands } = services;

  const origins = async (accountId: string) => originsOf(accountId, await brands.of(accountId), brands);

  /** Tells the account's dashboards that a page is another one now, and those who show it to visitors. */
  async function tell(tx: Transaction, accountId: string, id: string, isShown = true): Promise<void> {
    if (isShown) await services.realtime.publish(tx, { topic: landingPagesTopic, data: { pageId: id } });
    await services.realtime.publish(tx, {
      topic: `account:${accountId}`,
      data: { type: 'landing-page.changed', pageId: id },
    });
  }

  async function present(scope: AccountScope, tx: Transaction, row: FoundPage): Promise<LandingPage> {
    const now = clock.now();
    const facts = await readFacts(tx, row.draft.data, now);
    return presentPage(scope, row, { origins: await origins(scope.accountId), facts, now });
  }

  /**
   * Changes a page within one transaction, tells of it, and answers what it is then. `isShown`: visitors may see the
   * change.
   */
  async function change(
    scope: AccountScope,
    id: string,
    work: (tx: Transaction, row: PageRow) => Promise<void>,
    isShown = true,
  ): Promise<LandingPage> {
    const page = await scope.run(async (tx) => {
      await work(tx, await lockPage(tx, id));
      await tell(tx, scope.accountId, id, isShown);
      return present(scope, tx, await findPage(tx, id));
    });
    if (isShown) services.published.forget();
    return page;
  }

  /** Who signs for what stands in a page's head is its owner: it speaks to other services in their name. */
  function guardHead(scope: AccountScope, before: string, after: string): void {
    if (before !== after && after !== '' && scope.role !== 'owner')
      throw new AppError(landingPagesErrors.headOwnerOnly, {
        fields: { 'settings.headCode': 'errors:landing-pages.head_owner_only' },
      });
  }

  /** A slug that nobody has, out of a title. It may be taken at the same moment: the insert says so. */
  async function freeSlug(title: string): Promise<string> {
    const base = slugOf(title);
    const repository = landingPagesRepository(database.direct);
    for (let number = 1; number <= mostSlugTries; number++) {
      const slug = number === 1 ? base : `${base}-${number}`;
      if (!(await repository.isTaken(slug))) return slug;
    }
    return `${base.slice(0, 60)}-${newId('lpg').slice(-8)}`;
  }

  const takenSlug = (): AppError =>
    new AppError(landingPagesErrors.slugTaken, { fields: { slug: 'errors:landing-pages.slug_taken' } });

  /** @param within is done in the same transaction: what belongs to the page */
  async function add(
    scope: AccountScope,
    input: NewPage,
    within?: (tx: Transaction, id: string) => Promise<void>,
  ): Promise<LandingPage> {
    const settings = input.settings ?? defaultPageSettings(input.language);
    guardHead(scope, '', settings.headCode);
    const draft: PageDocument = {
      data: input.data === undefined ? emptyPageData : parsePage(input.data).data,
      settings,
    };
    const insert = (slug: string): Promise<LandingPage> =>
      scope.run(async (tx) => {
        const repository = landingPagesRepository(tx);
        if ((await repository.count()) >= mostLandingPages)
          throw new AppError(landingPagesErrors.tooMany, { variables: { most: mostLandingPages } });
        const [id, now] = [newId('lpg'), clock.now()];
        await repository.insert({
          id,
          accountId: scope.accountId,
          title: input.title,
          slug,
          draft,
          savedBy: scope.userName,
          createdAt: now,
          updatedAt: now,
        });
        await within?.(tx, id);
        await tell(tx, scope.accountId, id);
        return present(scope, tx, await findPage(tx, id));
      });
    try {
      return await insert(input.slug ?? (await freeSlug(input.title)));
    } catch (error) {
      if (violatedConstraint(error) !== slugConstraint) throw error;
      if (input.slug !== undefined) throw takenSlug();
      return insert(await freeSlug(`${input.title.slice(0, 50)} ${newId('lpg').slice(-4)}`));
    }
  }

  async function publishedOf(tx: Transaction, row: PageRow): Promise<PageDocument | null> {
    if (row.publishedVersion === null) return null;
    return (await versionsRepository(tx).find(row.id, row.publishedVersion))?.document ?? null;
  }

  return {
    add,
    change,
    present,
    tell,
    publishedOf,
    origins,

    list: (
      scope: AccountScope,
      search: string,
      status: PageStatus | undefined,
    ): Promise<LandingPageSummary[]> =>
      scope.run(async (tx) => {
        const [rows, places] = [
          await landingPagesRepository(tx).list(search.trim(), status, mostLandingPages),
          await origins(scope.accountId),
        ];
        return rows.map((row) => presentSummary(row, places, clock.now()));
      }),

    get: (scope: AccountScope, id: string): Promise<LandingPage> =>
      scope.run(async (tx) => present(scope, tx, await findPage(tx, id))),

    /** What blocks may show. */
    facts: (scope: AccountScope): Promise<PageFacts> =>
      scope.run((tx) => readAllFacts(tx, scope.reaches, clock.now())),

    /** The draft with what it shows, for its preview and its files. */
    draft: (
      scope: AccountScope,
      id: string,
    ): Promise<{ row: FoundPage; data: PageData; settings: PageSettings; facts: PageFacts }> =>
      scope.run(async (tx) => {
        const row = await findPage(tx, id);
        return { row, ...row.draft, facts: await readFacts(tx, row.draft.data, clock.now()) };
      }),

    /**
     * Blocks, and settings where they are given. The same again changes nothing.
     *
     * @throws `landing-pages.draft_changed`, `landing-pages.head_owner_only`
     */
    saveDraft: (
      scope: AccountScope,
      id: string,
      input: { revision: number; data: unknown; settings?: PageSettings | undefined },
    ): Promise<LandingPage> => {
      const data = parsePage(input.data).data;
      const save = async (tx: Transaction, row: PageRow): Promise<void> => {
        const settings = input.settings ?? row.draft.settings;
        guardHead(scope, row.draft.settings.headCode, settings.headCode);
        const draft = { data, settings };
        const saved = await landingPagesRepository(tx).saveDraft(id, input.revision, {
          draft,
          hasChanges: !isSameDocument(await publishedOf(tx, row), draft),
          savedBy: scope.userName,
          updatedAt: clock.now(),
        });
        if (!saved) throw new AppError(landingPagesErrors.draftChanged, { variables: { name: row.savedBy } });
      };
      return change(scope, id, save, false);
    },

    /** @throws `landing-pages.draft_changed`, `landing-pages.slug_taken`, `landing-pages.head_owner_only` */
    async saveSettings(
      scope: AccountScope,
      id: string,
      input: { revision: number; title: string; slug: string; settings: PageSettings },
    ): Promise<LandingPage> {
      const { revision, title, slug, settings } = input;
      try {
        return await change(scope, id, async (tx, row) => {
          guardHead(scope, row.draft.settings.headCode, settings.headCode);
          const draft = { data: row.draft.data, settings };
          const saved = await landingPagesRepository(tx).saveDraft(id, revision, {
            title,
            slug,
            draft,
            hasChanges: !isSameDocument(await publishedOf(tx, row), draft),
            savedBy: scope.userName,
            updatedAt: clock.now(),
          });
          if (!saved)
            throw new AppError(landingPagesErrors.draftChanged, { variables: { name: row.savedBy } });
        });
      } catch (error) {
        if (violatedConstraint(error) === slugConstraint) throw takenSlug();
        throw error;
      }
    },

    async duplicate(scope: AccountScope, id: string): Promise<LandingPage> {
      const { title, draft } = await scope.run((tx) => findPage(tx, id));
      // Whoever may not write head code doesn't multiply it, either.
      const headCode = scope.role === 'owner' ? draft.settings.headCode : '';
      return add(scope, {
        title: `${title.slice(0, 76)} (2)`,
        language: draft.settings.language,
        data: draft.data,
        settings: { ...draft.settings, headCode },
      });
    },

    archive: (scope: AccountScope, id: string): Promise<LandingPage> =>
      change(scope, id, async (tx, row) => {
        if (row.status === 'archived') return;
        await landingPagesRepository(tx).update(id, {
          status: 'archived',
          isHome: false,
          publishAt: null,
          updatedAt: clock.now(),
        });
        await writeAudit(tx, scope, 'landing-pages.archived', { id, name: row.title });
      }),

    unarchive: (scope: AccountScope, id: string): Promise<LandingPage> =>
      change(scope, id, async (tx, row) => {
        if (row.status !== 'archived') return;
        await landingPagesRepository(tx).update(id, { status: 'draft', updatedAt: clock.now() });
      }),

    async remove(scope: AccountScope, id: string): Promise<void> {
      await scope.run(async (tx) => {
        const row = await lockPage(tx, id);
        await landingPagesRepository(tx).remove(id);
        await writeAudit(tx, scope, 'landing-pages.deleted', { id, name: row.title });
        await tell(tx, scope.accountId, id);
      });
      services.published.forget();
    },
  };
}

export type LandingPages = ReturnType<typeof createLandingPages>;
