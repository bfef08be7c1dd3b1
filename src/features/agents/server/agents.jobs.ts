import type { Jobs } from '#platform/jobs/jobs.ts';
import { firstQuestionsJob, type FirstQuestions } from './first-questions/first-questions.usecases.ts';
import { sweepImagesJob, type AgentsImages } from './look/images.usecases.ts';

/** The background work of this feature; before the jobs start. */
export function registerAgentsJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  images: Pick<AgentsImages, 'sweepImages'>,
  firstQuestions: FirstQuestions,
): void {
  jobs.handle(sweepImagesJob, async () => {
    await images.sweepImages();
  });
  jobs.handle(firstQuestionsJob, ({ accountId, collectionId }) =>
    firstQuestions.proposeFirstQuestions(accountId, collectionId),
  );
  jobs.schedule(sweepImagesJob, '41 3 * * *');
}
