import type { Services } from '../../src/apps/server/services.ts';
import type { DemoContent } from '../../src/apps/server/sample-company/content.ts';
import type { Happening } from '../../src/apps/server/sample-company/queue.ts';
import type { Company } from '../../src/apps/server/sample-company/set-up.ts';

const zone = 'Europe/Brussels';

/** What the owner tries with a part of the visitors, and which figures they want to hear of. */
export function trialsDays(
  { agents: { experiments }, thresholds }: Services,
  { company }: DemoContent,
  { owner: { scope }, agents }: Company,
  ago: (days: number) => Date,
): Happening[] {
  return [
    ...company.experiments.flatMap(({ agent, daysAgo, stoppedDaysAgo, ...begun }): Happening[] => {
      const { id } = agents[agent];
      let experimentId: string | null = null;
      return [
        {
          at: ago(daysAgo),
          happen: async () => void (experimentId = (await experiments.start(scope, id, begun)).id),
        },
        ...(stoppedDaysAgo === undefined
          ? []
          : [
              {
                at: ago(stoppedDaysAgo),
                happen: async () => void (experimentId && (await experiments.stop(scope, id, experimentId))),
              },
            ]),
      ];
    }),
    ...company.thresholds.map(({ daysAgo, ...watched }): Happening => ({
      at: ago(daysAgo),
      happen: async () => void (await thresholds.create(scope, { ...watched, zone })),
    })),
  ];
}

/** Every Monday the owner gets the letter, and each figure is looked at once more with all that was counted. */
export async function watchOn(
  { reportLetters, thresholds }: Pick<Services, 'reportLetters' | 'thresholds'>,
  { owner }: Pick<Company, 'owner'>,
): Promise<void> {
  await thresholds.lookAtAll();
  await reportLetters.setSchedule(owner.scope, { every: 'week', zone, userIds: [owner.userId] });
}
