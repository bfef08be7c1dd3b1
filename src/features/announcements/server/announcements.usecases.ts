import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/access.ts';
import type { PlanName, PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import type { AuditAction } from '#features/audit/audit.contract.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  announcementsErrors,
  type Announcement,
  type AnnouncementAudience,
  type AnnouncementInput,
} from '../announcements.contract.ts';
import { announcementsRepository, type AnnouncementRow } from './announcements.repository.ts';

const mostListed = 100;

/** Which announcements people of an account with this plan read. */
export function audiencesOf(plan: PlanName | null): AnnouncementAudience[] {
  if (plan === 'trial' || plan === 'pro' || plan === 'white_label') return ['everybody', plan];
  return ['everybody'];
}

/** The text in a language, else in English, else in the first that was written. */
export function textIn(texts: Partial<Record<Language, string>>, language: Language): string {
  return (
    [language, 'en' as const, ...languages].map((one) => texts[one] ?? '').find((text) => text !== '') ?? ''
  );
}

/** What whoever runs the server tells the people who work on it. */
export function createAnnouncements(services: {
  database: Database;
  clock: Clock;
  planStatuses: Pick<PlanStatuses, 'planOf' | 'clientOf'>;
}) {
  const { database, clock } = services;

  function present(row: AnnouncementRow): Announcement {
    const now = clock.now();
    const { createdAt: _createdAt, ...rest } = row;
    return {
      ...rest,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt?.toISOString() ?? null,
      state: row.endsAt !== null && row.endsAt <= now ? 'over' : row.startsAt > now ? 'planned' : 'shown',
    };
  }

  /** One change with its line in the superadmin's log. */
  async function change(
    superadmin: Superadmin,
    action: AuditAction,
    make: (tx: Transaction) => Promise<AnnouncementRow>,
  ): Promise<AnnouncementRow> {
    const actor = await superadminActor(database, superadmin);
    return database.system(async (tx) => {
      const row = await make(tx);
      await writeAudit(tx, actor, action, { id: row.id, name: textIn(row.texts, 'en') });
      return row;
    });
  }

  async function write(tx: Transaction, id: string, input: AnnouncementInput, createdAt: Date) {
    const texts = Object.fromEntries(Object.entries(input.texts).filter(([, text]) => text));
    if (Object.keys(texts).length === 0) throw new AppError(announcementsErrors.noText);
    const row: AnnouncementRow = {
      ...input,
      id,
      texts,
      startsAt: new Date(input.startsAt),
      endsAt: input.endsAt === null ? null : new Date(input.endsAt),
      createdAt,
    };
    const other = await announcementsRepository(tx).overlapping(row);
    if (other)
      throw new AppError(announcementsErrors.overlaps, {
        variables: { other: textIn(other.texts, 'en').slice(0, 80) },
      });
    await announcementsRepository(tx).write(row);
    return row;
  }

  return {
    /**
     * What somebody reads now. `isHosted`: they came by an account's own address, where nothing of the product
     * is seen. Nor is there anything for clients of an agency, who know nobody but the agency.
     */
    async shownTo(user: Pick<SignedIn, 'userId' | 'accountId' | 'language'>, isHosted: boolean) {
      if (isHosted || (await services.planStatuses.clientOf(user.accountId))) return [];
      const audiences = audiencesOf(await services.planStatuses.planOf(user.accountId));
      const rows = await announcementsRepository(database.direct).shownTo(
        user.userId,
        audiences,
        clock.now(),
      );
      return rows.map(({ id, level, texts, linkUrl, isDismissible }) => ({
        id,
        level,
        text: textIn(texts, user.language),
        linkUrl,
        isDismissible,
      }));
    },

    /** @throws `common.not_found` also for one that can't be closed */
    async dismiss(userId: string, id: string): Promise<void> {
      await database.system(async (tx) => {
        const row = await announcementsRepository(tx).byId(id);
        if (!row?.isDismissible) throw new AppError(commonErrors.notFound);
        await announcementsRepository(tx).dismiss(id, userId);
      });
    },

    list: async (): Promise<Announcement[]> =>
      (await announcementsRepository(database.direct).newest(mostListed)).map(present),

    /** @throws `announcements.overlaps`, `announcements.no_text` */
    create: async (superadmin: Superadmin, input: AnnouncementInput): Promise<Announcement> =>
      present(
        await change(superadmin, 'operator.announcement_made', (tx) =>
          write(tx, newId('ann'), input, clock.now()),
        ),
      ),

    /** @throws `common.not_found`, `announcements.overlaps`, `announcements.no_text` */
    change: async (superadmin: Superadmin, id: string, input: AnnouncementInput): Promise<Announcement> =>
      present(
        await change(superadmin, 'operator.announcement_changed', async (tx) => {
          const before = await announcementsRepository(tx).byId(id);
          if (!before) throw new AppError(commonErrors.notFound);
          return write(tx, id, input, before.createdAt);
        }),
      ),

    /** @throws `common.not_found` */
    async remove(superadmin: Superadmin, id: string): Promise<void> {
      await change(superadmin, 'operator.announcement_deleted', async (tx) => {
        const row = await announcementsRepository(tx).byId(id);
        if (!row) throw new AppError(commonErrors.notFound);
        await announcementsRepository(tx).remove(id);
        return row;
      });
    },
  };
}

export type Announcements = ReturnType<typeof createAnnouncements>;
