import { commonErrors } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { findAccountName } from '#features/accounts/server/accounts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { Breakdown } from '../../analytics-figures.contract.ts';
import type { ReportFormat } from '../../analytics-reports.contract.ts';
import type { PeriodQuery } from '../figures/asked-period.usecases.ts';
import type { FileServices } from './file.usecases.ts';
import { reportPdf, type ReportBrand } from './report-pdf.usecases.ts';
import { reportXlsx, summaryCsv } from './report-sheets.models.ts';
import { reportOf, type ReportData } from './report.models.ts';
import type { ReportText } from './words.models.ts';

export type ReportServices = FileServices & {
  database: Database;
  clock: Clock;
  translator: Translator;
  limiter: Pick<RateLimiter, 'takeAll'>;
  /** In whose name an account's reports are made. */
  brandOf(accountId: string): Promise<ReportBrand>;
};
export type ComparedQuery = PeriodQuery & { compare: 'true' | 'false' };
export type ReportFile = {
  name: string;
  type: string;
  bytes: Buffer;
};

const made: RateRule = { name: 'analytics-reports', limit: 60, windowSeconds: 3_600 };
const wanted = [
  'country',
  'language',
  'device',
  'browser',
  'os',
  'source',
  'referrer',
  'campaign',
] as const satisfies readonly Breakdown[];
const types: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** Figures of a period as a file. */
export function createReports(services: ReportServices) {
  const { clock, translator } = services;

  const textIn =
    (language: Language): ReportText =>
    (key, variables) =>
      translator.text(language, key, variables);

  /** All that a report tells, as the screens get it: what a member may not see is not in it. */
  async function read(scope: AccountScope, { compare, ...query }: ComparedQuery): Promise<ReportData> {
    const overview = await services.overview.overview(scope, { ...query, compare });
    const engagement = await services.engagement.engagement(scope, query);
    const { rows } = await services.activity.all(scope, query);
    const breakdowns: ReportData['breakdowns'][number][] = [];
    for (const by of wanted)
      breakdowns.push({ by, ...(await services.breakdown.breakdown(scope, { ...query, by })) });
    return {
      overview,
      engagement,
      breakdowns,
      agents: rows.toSorted((a, b) => b.events - a.events),
      agentName: query.agentId === undefined ? null : (rows[0]?.name ?? query.agentId),
      accountName: (await findAccountName(services.database, scope.accountId)) ?? '',
    };
  }

  async function draw(
    scope: Pick<AccountScope, 'accountId'>,
    data: ReportData,
    format: ReportFormat,
    language: Language,
  ): Promise<ReportFile> {
    const text = textIn(language);
    const report = reportOf(data, language, text);
    const { from, to } = data.overview;
    const bytes =
      format === 'pdf'
        ? await reportPdf(report, await services.brandOf(scope.accountId), text, clock.now())
        : format === 'xlsx'
          ? await reportXlsx(report, text)
          : Buffer.from(summaryCsv(report, text));
    return {
      name: `${text('analytics-report:file')}-${from}_${to}.${format}`,
      type: types[format],
      bytes,
    };
  }

  return {
    read,
    draw,
    textIn,
    /** A report of a member's figures, in their language. */
    async report(
      scope: AccountScope,
      { format, ...query }: ComparedQuery & { format: ReportFormat },
      language: Language,
    ): Promise<ReportFile> {
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule: made, key: scope.userId }]);
      const data = await read(scope, query);
      await scope.run((tx) =>
        writeAudit(tx, scope, 'account.report_made', { name: `${data.overview.from} – ${data.overview.to}` }),
      );
      return draw(scope, data, format, language);
    },
  };
}

export type Reports = ReturnType<typeof createReports>;
