import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { analyticsErrors, comparedQuery } from './analytics.contract.ts';

export const analyticsReportsErrors = defineErrors('analytics_reports', {
  /** Somebody who was chosen is no member, or may not see figures. */
  noReader: 422,
});

export const reportFormats = ['pdf', 'xlsx', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];
/** How often figures are mailed: a letter each Monday, or a report on the first of each month. */
export const reportRhythms = ['week', 'month'] as const;
export type ReportRhythm = (typeof reportRhythms)[number];
/** The hour of the day at which mails are due, by the clocks of their time zone. */
export const reportHour = 8;

const readerSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  isChosen: z.boolean(),
  /** They pressed the link in a mail: nothing goes to them until they take it back. */
  hasStopped: z.boolean(),
});

export const reportScheduleSchema = z
  .object({
    every: z.enum(['off', ...reportRhythms]),
    zone: z.string(),
    /** When the next mails are due; null while it is off. */
    nextAt: z.string().nullable(),
    /** The team's members who may see figures. */
    members: z.array(readerSchema),
    /** Without a mail server mails stay in the outbox of this installation. */
    doMailsLeave: z.boolean(),
  })
  .meta({ id: 'ReportSchedule' });
export type ReportSchedule = z.infer<typeof reportScheduleSchema>;

const write = { permission: 'team.manage' } as const;

export const analyticsReportsEndpoints = {
  report: endpoint({
    method: 'GET',
    path: '/api/analytics/report',
    access: { permission: 'agents.read' },
    summary:
      'The figures of a period as a file: a PDF with charts, a workbook with every table, or the summary as CSV.',
    query: z.strictObject({ ...comparedQuery, format: z.enum(reportFormats).default('pdf') }),
    response: z.string(),
    transport: 'file',
    errors: [
      analyticsErrors.unknownZone,
      analyticsErrors.periodBackwards,
      analyticsErrors.periodTooLong,
      agentsErrors.notFound,
    ],
  }),
  schedule: endpoint({
    method: 'GET',
    path: '/api/analytics/report-schedule',
    access: write,
    summary: 'How often figures are mailed, and to whom of the team.',
    response: reportScheduleSchema,
  }),
  setSchedule: endpoint({
    method: 'PUT',
    path: '/api/analytics/report-schedule',
    access: write,
    summary: 'Has figures mailed to members each Monday or on the first of each month at 08:00, or no more.',
    body: z.strictObject({
      every: z.enum(['off', ...reportRhythms]),
      zone: z.string().min(1).max(64),
      userIds: z.array(z.string().max(60)).max(500),
    }),
    response: reportScheduleSchema,
    errors: [analyticsErrors.unknownZone, analyticsReportsErrors.noReader],
  }),
  letter: endpoint({
    method: 'GET',
    path: '/api/analytics/report-letter',
    access: { permission: 'agents.read' },
    summary: 'The mail of figures that the signed-in member would get now.',
    query: z.strictObject({
      every: z.enum(reportRhythms).default('week'),
      zone: z.string().min(1).max(64).default('UTC'),
    }),
    response: z.object({
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      from: z.iso.date(),
      to: z.iso.date(),
    }),
    errors: [analyticsErrors.unknownZone],
  }),
} as const;
