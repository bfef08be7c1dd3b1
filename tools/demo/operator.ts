import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
import type { Services } from '../../src/apps/server/services.ts';
import type { DemoContent } from '../../src/apps/server/sample-company/content.ts';
import type { Happening } from '../../src/apps/server/sample-company/queue.ts';
import type { DemoCompany } from '../../src/apps/server/sample-company/set-up.ts';

const dayMs = 86_400_000;
/** The invented days that `daysAgo` counts in; where fewer are lived, all moves closer together. */
const toldDays = 90;
/** On which days a copy of the database was made, counted back. */
const backupDays = [16, 9, 2];

/** The moment that is so many of the told days before the end. */
export const daysBefore =
  (end: Date, days: number) =>
  (count: number): Date =>
    new Date(end.getTime() - ((count * Math.min(days, toldDays)) / toldDays) * dayMs);

/** Somebody follows the link in their first letter. */
export async function proveAddress(services: Services, userId: string): Promise<void> {
  const user = await findUserById(services.database, userId);
  const [, token = ''] = user ? services.emailProof.linkFor(user).split('#') : [];
  await services.emailProof.confirm(userId, token);
}

export async function proveAddresses(
  services: Services,
  { owner, team, operator }: DemoCompany,
): Promise<void> {
  for (const { userId } of [owner, ...team, operator]) await proveAddress(services, userId);
}

/** What the team and visitors tell whoever runs the server, and what that person does about it. */
export function operatorsDays(
  services: Services,
  { company: { feedback, announcements, quotes, blocked, reports } }: DemoContent,
  { owner, team, operator, agents }: DemoCompany,
  ago: (days: number) => Date,
): Happening[] {
  const superadmin = {
    userId: operator.userId,
    accountId: operator.scope.accountId,
    address: '127.0.0.1',
  };
  const later = (from: Date, count: number): string => new Date(from.getTime() + count * dayMs).toISOString();

  async function answer(title: string, { status, reply }: (typeof feedback)[number]): Promise<void> {
    const told = (await services.feedback.newest()).find((one) => one.title === title);
    if (!told) return;
    if (reply) await services.feedback.reply(superadmin, told.id, reply);
    if (status) await services.feedback.setStatus(superadmin, told.id, status);
  }

  return [
    {
      at: ago(toldDays - 1),
      happen: async () =>
        void (await services.operatorSettings.change(superadmin, { audience: 'customers' })),
    },
    ...backupDays.map((count): Happening => ({
      at: ago(count),
      happen: async () => void (await services.backups.start(superadmin)),
    })),
    ...feedback.flatMap((told): Happening[] => {
      const { by, kind, title, description, daysAgo } = told;
      const { scope } = team[by] ?? owner;
      const submit = () => services.feedback.submit(scope, kind, { title, description });
      return [
        { at: ago(daysAgo), happen: submit },
        { at: ago(daysAgo - 1), happen: () => answer(title, told) },
      ];
    }),
    ...announcements.map(({ toldDaysAgo, startsInDays, days: shownDays, level, texts }): Happening => {
      const at = ago(toldDaysAgo);
      const morning = new Date(Math.ceil(at.getTime() / dayMs) * dayMs + 6 * 3_600_000);
      const input = {
        audience: 'everybody' as const,
        level,
        texts,
        linkUrl: null,
        isDismissible: true,
        startsAt: later(morning, startsInDays),
        endsAt: later(morning, startsInDays + shownDays),
      };
      return { at, happen: async () => void (await services.announcements.create(superadmin, input)) };
    }),
    ...quotes.map(({ daysAgo, ...said }): Happening => ({
      at: ago(daysAgo),
      happen: async () =>
        void (await services.testimonials.add(superadmin, {
          ...said,
          language: null,
          picture: null,
          isShown: true,
        })),
    })),
    ...blocked.map(({ daysAgo, network, reason, days: blockedDays }): Happening => {
      const at = ago(daysAgo);
      const expiresAt = blockedDays === null ? null : later(at, blockedDays);
      return {
        at,
        happen: async () => void (await services.ipBlocks.block(superadmin, { network, reason, expiresAt })),
      };
    }),
    ...reports.map(({ agent, daysAgo, kind, body }): Happening => ({
      at: ago(daysAgo),
      happen: () =>
        services.flaggedAgents.report(
          { id: agents[agent].id, accountId: owner.scope.accountId },
          { kind, body },
        ),
    })),
  ];
}
