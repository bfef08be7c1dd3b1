import { AppError } from '#shared/errors.ts';
import type { Share } from '#platform/statistics/rate-difference.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { ExperimentResult } from '../../landing-pages-experiment.contract.ts';
import {
  experimentGoals,
  landingPagesErrors,
  type ExperimentGoal,
  type LandingPage,
} from '../../landing-pages.contract.ts';
import { findPage } from '../landing-pages-rows.usecases.ts';
import { landingPagesRepository } from '../landing-pages.repository.ts';
import type { LandingPages, LandingPagesServices } from '../landing-pages.usecases.ts';
import { noteShownImages } from '../publishing/shown-images.usecases.ts';
import { versionsRepository } from '../publishing/versions.repository.ts';
import { firstWholeDay, judge, lossOf } from './evaluation.models.ts';
import { experimentRepository } from './experiment.repository.ts';

const dayMs = 86_400_000;

/** What two versions beside each other have brought, and which of them stays. */
export function createExperiments({ clock }: Pick<LandingPagesServices, 'clock'>, pages: LandingPages) {
  return {
    /** Null without a comparison, and to whom may not see money where purchases are compared. */
    result: (scope: AccountScope, id: string): Promise<ExperimentResult | null> =>
      scope.run(async (tx) => {
        const { publishedVersion, experimentVersion, experimentSince, experimentGoal } = await findPage(
          tx,
          id,
        );
        if (publishedVersion === null || experimentVersion === null || experimentSince === null) return null;
        const known = experimentGoals.filter((goal) => goal !== 'purchases' || scope.can('payments.read'));
        if (!known.includes(experimentGoal)) return null;
        const from = firstWholeDay(experimentSince);
        const visitors = await experimentRepository(tx).visitors(id, from);
        const reached = await experimentRepository(tx).reached(id, from);
        const of = (version: number, goal: ExperimentGoal): Share => {
          const done = reached.find((row) => row.version === version)?.[goal] ?? 0;
          // Who came on several days is one who paid, and a visitor of each day; nobody pays without having come.
          return { of: Math.max(visitors.get(version) ?? 0, done), reached: done };
        };
        const [published, other] = [
          of(publishedVersion, experimentGoal),
          of(experimentVersion, experimentGoal),
        ];
        const days = Math.max(0, Math.floor((clock.now().getTime() - Date.parse(from)) / dayMs));
        const others = known.filter((goal) => goal !== experimentGoal);
        return {
          goal: experimentGoal,
          from,
          published: { version: publishedVersion, visitors: published.of, reached: published.reached },
          other: { version: experimentVersion, visitors: other.of, reached: other.reached },
          ...judge(published, other, days),
          losses: others.flatMap((goal) => {
            const difference = lossOf(of(publishedVersion, goal), of(experimentVersion, goal), others.length);
            return difference ? [{ goal, difference }] : [];
          }),
        };
      }),

    /**
     * Ends the comparison with one of the two for everybody. Changes of the draft that are not published stay in it; a draft
     * without any becomes what is published.
     * @throws `landing-pages.experiment_version` for any other version
     */
    adopt: (scope: AccountScope, id: string, version: number): Promise<LandingPage> =>
      pages.change(scope, id, async (tx, row) => {
        const isOther = version === row.experimentVersion;
        if (row.experimentVersion === null || !(isOther || version === row.publishedVersion))
          throw new AppError(landingPagesErrors.experimentVersion);
        const now = clock.now();
        const ended = { experimentVersion: null, experimentShare: null, experimentSince: null };
        const kept = isOther ? await versionsRepository(tx).find(id, version) : null;
        await landingPagesRepository(tx).update(id, {
          ...ended,
          ...(kept && { publishedVersion: version }),
          ...(kept && !row.hasChanges && { draft: kept.document, draftRevision: row.draftRevision + 1 }),
          updatedAt: now,
        });
        await noteShownImages(tx, { ...row, ...ended, ...(kept && { publishedVersion: version }) });
        await writeAudit(tx, scope, 'landing-pages.adopted', {
          id,
          name: row.title,
          details: { to: String(version) },
        });
      }),
  };
}
