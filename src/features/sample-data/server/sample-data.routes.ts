import { AppError } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { sampleDataEndpoints, sampleDataErrors } from '../sample-data.contract.ts';
import type { SampleData } from './sample-data.usecases.ts';

export function sampleDataRoutes(binder: Binder, usecases: SampleData): void {
  bindEndpoints(binder, sampleDataEndpoints, {
    sample: async ({ user }) => ({ sample: await usecases.of(user.userId, user.accountId) }),
    async makeSample({ scope }) {
      if (scope.superadminName !== undefined) throw new AppError(sampleDataErrors.notHere);
      return { sample: await usecases.make(scope) };
    },
    async endSample({ user }) {
      await usecases.end(user.userId);
      return {};
    },
  });
}
