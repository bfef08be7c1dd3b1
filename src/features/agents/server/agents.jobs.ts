import type { Jobs } from '#platform/jobs/jobs.ts';
import { firstQuestionsJob, type FirstQuestions } from './first-questions/first-questions.usecases.ts';
import { emptyAgentBinJob, type AgentsBin } from './lifecycle/bin.usecases.ts';
import { tellModelEndsJob, type ModelEnds } from './model-health/model-ends.usecases.ts';
import { sweepImagesJob, type AgentsImages } from './look/images.usecases.ts';

/** The background work of this feature; before the jobs start. */
export function registerAgentsJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  images: Pick<AgentsImages, 'sweepImages'>,
  firstQuestions: FirstQuestions,
  bin: Pick<AgentsBin, 'emptyBin'>,
  modelEnds: ModelEnds,
): void {
  jobs.handle(sweepImagesJob, async () => {
    await images.sweepImages();
  });
  jobs.handle(firstQuestionsJob, ({ accountId, collectionId }) =>
    firstQuestions.proposeFirstQuestions(accountId, collectionId),
  );
  jobs.handle(emptyAgentBinJob, async () => {
    await bin.emptyBin();
  });
  jobs.handle(tellModelEndsJob, (_payload, signal) => modelEnds.tellModelEnds(signal));
  jobs.schedule(tellModelEndsJob, '7 6 * * *');
  jobs.schedule(sweepImagesJob, '41 3 * * *');
  jobs.schedule(emptyAgentBinJob, '11 3 * * *');
}
