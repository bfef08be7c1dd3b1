import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of few lines that work for long. */
const lasting = ['src/features/payments/server/syncing/histories.usecases.test.ts'];

/**
 * Begins with what lasts longest, so that no worker is at it when the others have nothing left to do. Vitest knows that
 * from an earlier run; where there was none, it begins with the longest text.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const lasts = ({ moduleId }: TestSpecification): boolean =>
      lasting.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(lasts), ...sorted.filter((file) => !lasts(file))];
  }
}
