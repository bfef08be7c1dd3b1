import type { Services } from '../../src/apps/server/services.ts';
import type { DemoContent } from '../../src/apps/server/sample-company/content.ts';
import type { MovedTime } from '../../src/apps/server/sample-company/queue.ts';
import type { Company } from '../../src/apps/server/sample-company/set-up.ts';

/** What the team does last: some gaps are closed, somebody is invited, the operator gets letters. */
export async function finish(
  services: Services,
  time: MovedTime,
  { company }: DemoContent,
  made: Company,
): Promise<void> {
  const { owner, team, agents } = made;
  for (const gap of await services.answerGaps.list(owner.scope, undefined)) {
    const answer = Object.entries(company.gapAnswers).find(([question]) => gap.question.endsWith(question));
    if (answer)
      await services.answerGaps.answer(owner.scope, gap.messageId, {
        question: answer[0],
        answer: answer[1],
        messageIds: gap.messageIds,
      });
  }
  await services.team.invitations.invite(
    owner.scope,
    { ...company.invited, agentIds: [agents.alder.id] },
    'en',
  );
  for (const { by, kind, title, description } of company.feedback)
    await services.feedback.submit((team[by] ?? owner).scope, kind, { title, description });
  const [suite] = await services.simulator.suites.list(owner.scope, agents.alder.id);
  if (suite)
    await services.simulator.runs.start(owner.scope, suite.id, {
      version: null,
      player: 'script',
      isReading: false,
    });
  await time.goTo(time.now());
  // Whoever works here was seen today, one after the other.
  for (const [at, { scope, userId }] of [owner, ...team].entries())
    await services.accounts.markActive(
      scope.accountId,
      userId,
      new Date(time.now().getTime() - (at * 47 + 4) * 60_000),
    );
}
