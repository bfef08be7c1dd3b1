import { createAnalytics, type Analytics } from '#features/analytics/server/analytics.usecases.ts';
import { createExperimentResults } from '#features/analytics/server/experiments/experiments.usecases.ts';
import { createCounting } from '#features/analytics/server/events/counting.usecases.ts';
import { createAnalyticsUpkeep } from '#features/analytics/server/events/upkeep.usecases.ts';
import { createViews } from '#features/analytics/server/events/views.usecases.ts';
import {
  createReportLetters,
  type LettersServices,
} from '#features/analytics/server/reports/letters.usecases.ts';
import { createReports } from '#features/analytics/server/reports/report.usecases.ts';
import type { ReportBrand } from '#features/analytics/server/reports/report-pdf.usecases.ts';
import type { SimulatorUsecases } from '#features/simulator/server/simulator.usecases.ts';
import { readableOn } from '#shared/readable-color.ts';
import type { AgentServices } from './agent-services.ts';
import type { BaseServices } from './base-services.ts';
import type { ConversationServices } from './conversation-services.ts';
import type { MoneyServices } from './money-services.ts';
import type { VendorServices } from './vendor-services.ts';

/** What happens with agents, counted. */
export function createAnalyticsServices(
  { config, database, clock, log, mail, publicUrl }: BaseServices,
  { agents }: Pick<AgentServices, 'agents'>,
  { paymentConnections }: VendorServices,
  { isUnsure, answerGaps }: ConversationServices,
  { payments }: MoneyServices,
) {
  return {
    analytics: createAnalytics({
      clock,
      figures: payments.figures,
      connections: paymentConnections,
      answerGaps,
    }),
    experiments: createExperimentResults({
      database,
      clock,
      log,
      experiments: agents.experiments,
      figures: payments.figures,
      connections: paymentConnections,
      mail,
      publicUrl,
    }),
    agentViews: createViews({ database, clock, log }),
    analyticsCounting: createCounting({ database, clock, log, isUnsure }),
    analyticsUpkeep: createAnalyticsUpkeep({
      database,
      clock,
      log,
      eventMonths: config.analyticsEventMonths,
    }),
  };
}

/** Figures as files and by mail, made of the same answers as the screens. */
export function createReportServices(
  base: BaseServices,
  { parts }: Pick<Analytics, 'parts'>,
  {
    simulator,
    brandImage,
    readerOf,
  }: Pick<LettersServices, 'readerOf'> & {
    simulator: Pick<SimulatorUsecases, 'suites'>;
    brandImage(key: string): Promise<{ bytes: Buffer; type: string } | null>;
  },
) {
  const { database, clock, log, translator, limiter, mail, mailPreferences, publicUrl, brands, drawer } =
    base;

  async function brandOf(accountId: string): Promise<ReportBrand> {
    const brand = await brands.of(accountId);
    const own = brand.isWhiteLabel
      ? { name: brand.name, color: brand.primaryColor, ink: readableOn(brand.primaryColor) }
      : { name: base.brand.name, color: base.brand.color, ink: base.brand.ink };
    const picture = brand.logoUrl && (await brandImage(brand.logoUrl.split('/').at(-1) ?? ''));
    if (!picture) return { ...own, logo: null };
    if (picture.type === 'image/png') return { ...own, logo: picture.bytes };
    // Paper knows fewer kinds of pictures than browsers.
    return { ...own, logo: (await drawer.chat(picture.bytes, accountId))?.bytes ?? null };
  }

  const reports = createReports({ ...parts, database, clock, translator, limiter, brandOf });
  return {
    reports,
    reportLetters: createReportLetters({
      database,
      clock,
      log,
      reports,
      mail,
      preferences: mailPreferences,
      publicUrl,
      readerOf,
      failingTests: async (scope) =>
        (await simulator.suites.list(scope, undefined))
          .filter(({ lastRun }) => lastRun?.status === 'failed')
          .map(({ name, agentId }) => ({ name, agentId })),
    }),
  };
}

export type AnalyticsServices = ReturnType<typeof createAnalyticsServices>;
