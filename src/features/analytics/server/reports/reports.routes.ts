import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { analyticsReportsEndpoints } from '../../analytics-reports.contract.ts';
import type { ReportLetters } from './letters.usecases.ts';
import type { Reports } from './report.usecases.ts';

export function analyticsReportsRoutes(
  binder: Binder,
  usecases: { reports: Reports; reportLetters: ReportLetters },
): void {
  const { reports, reportLetters } = usecases;
  bindEndpoints(binder, analyticsReportsEndpoints, {
    async report({ scope, user, query, reply }) {
      const { name, type, bytes } = await reports.report(scope, query, user.language);
      await reply
        .header('content-disposition', savedAs(name))
        .header('cache-control', 'no-store')
        .type(type)
        .send(bytes);
      return '';
    },
    schedule: ({ scope }) => reportLetters.schedule(scope),
    setSchedule: ({ scope, body }) => reportLetters.setSchedule(scope, body),
    letter: ({ scope, user, query }) => reportLetters.preview(scope, user.language, query),
  });
}
