import { articleHtml } from '#shared/article.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
import type { AuditAction } from '#features/audit/audit.contract.ts';
import { writeAudit, type AuditActor } from '#features/audit/server/audit.usecases.ts';
import { blogErrors, type PostInput, type PostSummary, type StoredPost } from '../blog.contract.ts';
import { readMarkdown } from '#shared/read-article.ts';
import { blogRepository, type BlogPostRow } from './blog.repository.ts';
import type { BlogUsecases } from './blog.usecases.ts';

/** The superadmin who writes, and from where. */
export type BlogEditor = {
  userId: string;
  accountId: string;
  address: string;
};

export type BlogEditorServices = {
  database: Database;
  clock: Clock;
  blog: Pick<BlogUsecases, 'ofProduct'>;
};

/** What superadmins do with posts. Each change is one line of the audit log of the account that they work in. */
export function createBlogEditor({ database, clock, blog }: BlogEditorServices) {
  /** One change of the row, with its line in the log. */
  async function change(
    editor: BlogEditor,
    id: string,
    action: AuditAction,
    make: (row: BlogPostRow, tx: Transaction) => Partial<BlogPostRow> | Promise<Partial<BlogPostRow>>,
  ): Promise<StoredPost> {
    const actor = await actorOf(editor);
    return database.system(async (tx) => {
      const row = await blogRepository(tx).lock(id);
      if (!row) throw new AppError(commonErrors.notFound);
      const changes = await make(row, tx);
      const changed = { ...row, ...changes, revision: row.revision + 1, updatedAt: clock.now() };
      await blogRepository(tx).update(id, changed);
      await writeAudit(tx, actor, action, { id, name: changed.title });
      return present(changed);
    });
  }

  async function actorOf(editor: BlogEditor): Promise<AuditActor> {
    const user = await findUserById(database, editor.userId);
    return { ...editor, userName: user?.name ?? '' };
  }

  /** An address leads to one post, whoever wrote it. */
  async function refuseTaken(slug: string): Promise<void> {
    if ((await blog.ofProduct()).some((post) => post.slug === slug)) throw slugTaken();
  }

  return {
    /** All posts, drafts first, then the newest. */
    async list(): Promise<PostSummary[]> {
      const rows = await blogRepository(database.direct).all();
      const files = await blog.ofProduct();
      const summaries: PostSummary[] = [
        ...rows.map((row) => summaryOf({ ...row, publishedAt: row.isPublished ? row.publishedAt : null })),
        ...files.map((post) => summaryOf({ ...post, id: null, isPublished: true })),
      ];
      const moment = (post: PostSummary): string => post.publishedAt ?? `9${post.updatedAt}`;
      return summaries.toSorted((one, other) => (moment(one) < moment(other) ? 1 : -1));
    },

    /** @throws `common.not_found` */
    async read(id: string): Promise<StoredPost> {
      const row = await blogRepository(database.direct).byId(id);
      if (!row) throw new AppError(commonErrors.notFound);
      return present(row);
    },

    /**
     * Begins a post as a draft.
     * @throws `blog.slug_taken`
     */
    async create(editor: BlogEditor, input: PostInput): Promise<StoredPost> {
      await refuseTaken(input.slug);
      const now = clock.now();
      const row: BlogPostRow = {
        id: newId('bpo', now.getTime()),
        ...input,
        tags: [...new Set(input.tags)],
        isPublished: false,
        publishedAt: null,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      };
      const actor = await actorOf(editor);
      await refusingDoubles(() =>
        database.system(async (tx) => {
          await blogRepository(tx).insert(row);
          await writeAudit(tx, actor, 'blog.created', { id: row.id, name: row.title });
        }),
      );
      return present(row);
    },

    /**
     * Changes a post that has not been changed since `revision`.
     * @throws `blog.slug_taken`, `blog.changed_meanwhile`, `blog.incomplete`, `common.not_found`
     */
    async change(
      editor: BlogEditor,
      id: string,
      { revision, ...input }: PostInput & { revision: number },
    ): Promise<StoredPost> {
      await refuseTaken(input.slug);
      return refusingDoubles(() =>
        change(editor, id, 'blog.changed', (row) => {
          if (row.revision !== revision) throw new AppError(blogErrors.changedMeanwhile);
          if (row.isPublished) refuseIncomplete(input);
          return { ...input, tags: [...new Set(input.tags)] };
        }),
      );
    },

    /**
     * Shows a post to everybody. Its date is that of the first time.
     * @throws `blog.incomplete`, `common.not_found`
     */
    publish: (editor: BlogEditor, id: string): Promise<StoredPost> =>
      change(editor, id, 'blog.published', (row) => {
        refuseIncomplete(row);
        return { isPublished: true, publishedAt: row.publishedAt ?? clock.now() };
      }),

    /** @throws `common.not_found` */
    unpublish: (editor: BlogEditor, id: string): Promise<StoredPost> =>
      change(editor, id, 'blog.unpublished', () => ({ isPublished: false })),

    /** @throws `common.not_found` */
    async remove(editor: BlogEditor, id: string): Promise<void> {
      const actor = await actorOf(editor);
      await database.system(async (tx) => {
        const row = await blogRepository(tx).lock(id);
        if (!row) throw new AppError(commonErrors.notFound);
        await blogRepository(tx).remove(id);
        await writeAudit(tx, actor, 'blog.deleted', { id, name: row.title });
      });
    },

    /** Markdown as readers would see it, with what is said beside it. */
    preview(body: string) {
      const { nodes, minutes, words, headings } = readMarkdown(body);
      return { html: articleHtml(nodes).markup, minutes, words, headings };
    },
  };
}

function slugTaken(): AppError {
  return new AppError(blogErrors.slugTaken, { fields: { slug: 'errors:blog.slug_taken' } });
}

/** A reader finds a post by its description, and comes for its text. */
function refuseIncomplete({ description, body }: Pick<PostInput, 'description' | 'body'>): void {
  if (description.trim() === '' || body.trim() === '') throw new AppError(blogErrors.incomplete);
}

async function refusingDoubles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === 'blog_posts_slug_key') throw slugTaken();
    throw error;
  }
}

function summaryOf(
  post: Pick<BlogPostRow, 'slug' | 'title' | 'category' | 'language' | 'isPublished' | 'updatedAt'> & {
    id: string | null;
    publishedAt: Date | null;
  },
): PostSummary {
  const { id, slug, title, category, language, isPublished } = post;
  return {
    id,
    slug,
    title,
    category,
    language,
    isPublished,
    publishedAt: post.publishedAt?.toISOString() ?? null,
    updatedAt: post.updatedAt.toISOString(),
  };
}

function present(row: BlogPostRow): StoredPost {
  const { createdAt: _createdAt, publishedAt, updatedAt, ...facts } = row;
  return {
    ...facts,
    publishedAt: publishedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}

export type BlogEditorUsecases = ReturnType<typeof createBlogEditor>;
