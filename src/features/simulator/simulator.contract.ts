import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { failingSuiteSchema, type FailingSuite } from '#features/agents/agents.contract.ts';
import { suiteSchema } from '#features/agents/agents-tests.contract.ts';
import {
  comparedSchema,
  resultSchema,
  speechSumSchema,
  transcriptSchema,
} from './simulator-results.contract.ts';

export const simulatorErrors = defineErrors('simulator', {
  notFound: 404,
  changedMeanwhile: 409,
  tooMany: 409,
  nothingAsked: 409,
  noModel: 409,
  /** No vendor understands the agent's visitors: their browser does, or it is not connected. */
  noSpeech: 409,
  tooManyRuns: 409,
  daySpent: 409,
});

export const runStatuses = ['queued', 'running', 'passed', 'failed', 'stopped', 'broken'] as const;

export const runSchema = z
  .object({
    id: z.string(),
    suiteId: z.string(),
    suiteName: z.string(),
    agentId: z.string(),
    /** The published version that was tried; null is the draft. */
    version: z.number().nullable(),
    status: z.enum(runStatuses),
    /** Who plays the visitors and judges: the script and rules, or the agent's model. */
    player: z.enum(['script', 'model']),
    isReading: z.boolean(),
    /** What visitors say goes through the agent's vendor of speech, there and back. */
    isSpoken: z.boolean(),
    /** Conversations: all, held so far, passed. */
    total: z.number(),
    done: z.number(),
    passed: z.number(),
    costMicros: z.number(),
    milliseconds: z.number(),
    /** The draft, its knowledge and the suite are still what was tried. */
    isCurrent: z.boolean(),
    startedBy: z.string(),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .meta({ id: 'SimulatorRun' });
export type Run = z.infer<typeof runSchema>;

export const suiteSummarySchema = z
  .object({
    id: z.string(),
    agentId: z.string(),
    name: z.string(),
    isRequired: z.boolean(),
    scenarioCount: z.number(),
    conversationCount: z.number(),
    lastRun: runSchema.nullable(),
    updatedAt: z.string(),
  })
  .meta({ id: 'SimulatorSuiteSummary' });
export type SuiteSummary = z.infer<typeof suiteSummarySchema>;

export const storedSuiteSchema = z
  .object({ id: z.string(), agentId: z.string(), revision: z.number(), suite: suiteSchema })
  .meta({ id: 'SimulatorSuite' });
export type StoredSuite = z.infer<typeof storedSuiteSchema>;

/** How a required suite stands on the draft as it is now. */
export type GateSuite = FailingSuite;

/** A suite that stood before publishing when visitors got what they have now, and does so no longer. */
export const liftedSuiteSchema = z
  .object({ name: z.string(), by: z.string(), at: z.string() })
  .meta({ id: 'SimulatorLiftedSuite' });
export type LiftedSuite = z.infer<typeof liftedSuiteSchema>;
export type Gate = {
  suites: GateSuite[];
  lifted: LiftedSuite[];
};

const read = { permission: 'agents.read' } as const;
const edit = { permission: 'agents.edit' } as const;
const id = z.strictObject({ id: z.string().max(60) });
const done = z.object({});
const version = z.number().int().min(1).max(2_147_483_647).nullable().default(null);

export const simulatorEndpoints = {
  suites: endpoint({
    method: 'GET',
    path: '/api/simulator/suites',
    access: read,
    summary: 'The suites of an agent, or of all that the member reaches, each with its last run.',
    query: z.strictObject({ agent: z.string().max(60).optional() }),
    response: z.object({ suites: z.array(suiteSummarySchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/simulator/suites',
    access: edit,
    needsPlan: true,
    isLarge: true,
    summary: 'Adds a suite to an agent; 50 at most.',
    body: z.strictObject({ agentId: z.string().max(60), suite: suiteSchema }),
    response: storedSuiteSchema,
    errors: [simulatorErrors.notFound, simulatorErrors.tooMany],
  }),
  suite: endpoint({
    method: 'GET',
    path: '/api/simulator/suites/{id}',
    access: read,
    summary: 'One suite with its scenarios.',
    params: id,
    response: storedSuiteSchema,
    errors: [simulatorErrors.notFound],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/simulator/suites/{id}',
    access: edit,
    needsPlan: true,
    isLarge: true,
    summary:
      'Saves a suite. `revision` is the one that was read; when somebody else saved in between, 409 and nothing is lost.',
    params: id,
    body: z.strictObject({ revision: z.number().int().min(0).max(2_147_483_647), suite: suiteSchema }),
    response: storedSuiteSchema,
    errors: [simulatorErrors.notFound, simulatorErrors.changedMeanwhile],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/simulator/suites/{id}',
    access: edit,
    summary: 'Deletes a suite with its runs.',
    params: id,
    response: done,
    errors: [simulatorErrors.notFound],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/simulator/suites/{id}/runs',
    access: edit,
    needsPlan: true,
    summary:
      'Runs a suite in the background, on the draft or on a published version. Nothing of it reaches visitors, people or money; tools answer with mocks, unless `isReading` lets those do their work that only look something up. With `isSpoken`, what visitors say is spoken and understood by the agent’s vendor of speech, and the agent answers what was understood.',
    params: id,
    body: z.strictObject({
      version,
      player: z.enum(['script', 'model']).default('script'),
      isReading: z.boolean().default(false),
      isSpoken: z.boolean().default(false),
    }),
    response: runSchema,
    errors: [
      simulatorErrors.notFound,
      simulatorErrors.noModel,
      simulatorErrors.noSpeech,
      simulatorErrors.tooManyRuns,
      simulatorErrors.daySpent,
    ],
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/simulator/suites/{id}/runs',
    access: read,
    summary: "A suite's newest 50 runs.",
    params: id,
    response: z.object({ runs: z.array(runSchema) }),
    errors: [simulatorErrors.notFound],
  }),
  run: endpoint({
    method: 'GET',
    path: '/api/simulator/runs/{id}',
    access: read,
    summary: 'A run with what became of each conversation so far.',
    params: id,
    response: z.object({
      run: runSchema,
      results: z.array(resultSchema),
      /** Over all conversations so far; null where visitors write. */
      speech: speechSumSchema.nullable(),
    }),
    errors: [simulatorErrors.notFound],
  }),
  transcript: endpoint({
    method: 'GET',
    path: '/api/simulator/runs/{id}/results/{place}',
    access: read,
    summary: 'One conversation of a run, word for word, with how each answer came about.',
    params: id.extend({ place: z.coerce.number().int().min(0).max(10_000) }),
    response: transcriptSchema,
    errors: [simulatorErrors.notFound],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/simulator/runs/{id}/stop',
    access: edit,
    summary: 'Stops a run at once; conversations that are being held break off.',
    params: id,
    response: runSchema,
    errors: [simulatorErrors.notFound],
  }),
  compare: endpoint({
    method: 'GET',
    path: '/api/simulator/runs/{id}/comparison',
    access: read,
    summary:
      'What became of each scenario in this run and in another one of the same suite; without `with`, the one before it.',
    params: id,
    query: z.strictObject({ with: z.string().max(60).optional() }),
    response: z.object({
      before: runSchema.nullable(),
      after: runSchema,
      scenarios: z.array(comparedSchema),
    }),
    errors: [simulatorErrors.notFound],
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/simulator/runs/{id}/export',
    access: read,
    transport: 'file',
    summary: 'The results of a run as JUnit XML, or as JSON with every word that was said.',
    params: id,
    query: z.strictObject({ format: z.enum(['junit', 'json']).default('junit') }),
    response: done,
    errors: [simulatorErrors.notFound],
  }),
  gate: endpoint({
    method: 'GET',
    path: '/api/simulator/agents/{id}/gate',
    access: read,
    summary:
      "How an agent's required suites stand on its draft as it is now; publishing waits for all of them. `lifted` are those that are required no longer since it was published.",
    params: id,
    response: z.object({ suites: z.array(failingSuiteSchema), lifted: z.array(liftedSuiteSchema) }),
    errors: [simulatorErrors.notFound],
  }),
  fromAnswer: endpoint({
    method: 'POST',
    path: '/api/simulator/from-answer',
    access: edit,
    needsPlan: true,
    summary:
      'Makes a scenario of an answer in a conversation: what was asked up to it, and that the agent answers alike. Without `suiteId` it goes into the suite that was made of answers before.',
    body: z.strictObject({
      messageId: z.string().max(60),
      suiteId: z.string().max(60).nullable().default(null),
    }),
    response: z.object({ suiteId: z.string(), scenario: z.string() }),
    errors: [simulatorErrors.notFound, simulatorErrors.tooMany, simulatorErrors.nothingAsked],
  }),
} as const;
