import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { docsErrors, docsGroups, type DocsCard } from '../docs.contract.ts';
import { findDocs, readDocsPage, type DocsPage } from './docs-content.models.ts';
import { docsRepository } from './docs.repository.ts';

const feedbackRule = { name: 'docs-feedback', limit: 30, windowSeconds: 3_600 };
const newestNotes = 20;

export type DocsServices = {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  /** Where the guides of the repository lie: they are the documentation of the product. */
  folder: string;
};

export const docsCardOf = ({ slug, group, title, summary, minutes }: DocsPage): DocsCard => ({
  slug,
  group,
  title,
  summary,
  minutes,
});

/** The documentation as everybody reads it, and what they say about it. */
export function createDocs({ database, clock, limiter, folder }: DocsServices) {
  let pages: Promise<DocsPage[]> | undefined;

  /** All pages, read once; what could not be read is tried again. */
  function all(): Promise<DocsPage[]> {
    pages ??= Promise.all(
      docsGroups.flatMap(({ name, pages: slugs }) =>
        slugs.map(async (slug) =>
          readDocsPage(slug, name, await readFile(path.join(folder, `${slug}.md`), 'utf8')),
        ),
      ),
    ).catch((error: unknown) => {
      pages = undefined;
      throw error;
    });
    return pages;
  }

  async function required(slug: string): Promise<DocsPage> {
    const page = (await all()).find((each) => each.slug === slug);
    if (!page) throw new AppError(docsErrors.notFound);
    return page;
  }

  return {
    all,
    required,

    /** All pages in their order, or those with the words of a search, best first. */
    search: async (search = ''): Promise<DocsPage[]> => findDocs(await all(), search),

    /** A page with its neighbours; null where there is none. */
    async read(slug: string) {
      const list = await all();
      const at = list.findIndex((each) => each.slug === slug);
      const page = list[at];
      return page ? { page, previous: list[at - 1] ?? null, next: list[at + 1] ?? null } : null;
    },

    /** `by` tells readers apart for the limit, and is not kept. */
    async say(slug: string, input: { isHelpful: boolean; note: string }, by: string): Promise<void> {
      await required(slug);
      await admit(limiter, docsErrors.tooMuchFeedback, [{ rule: feedbackRule, key: by }]);
      await database.system((tx) =>
        docsRepository(tx).insert({ id: newId('dfb'), slug, ...input, createdAt: clock.now() }),
      );
    },

    async feedback(slug: string) {
      await required(slug);
      const repository = docsRepository(database.direct);
      const counts = await repository.counts(slug);
      const many = (wanted: boolean): number =>
        counts.find(({ isHelpful }) => isHelpful === wanted)?.count ?? 0;
      return {
        helpful: many(true),
        unhelpful: many(false),
        notes: (await repository.notes(slug, newestNotes)).map(({ note, isHelpful, createdAt }) => ({
          text: note,
          isHelpful,
          at: createdAt.toISOString(),
        })),
      };
    },
  };
}

export type Docs = ReturnType<typeof createDocs>;
