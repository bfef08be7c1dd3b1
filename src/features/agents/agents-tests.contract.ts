import { z } from 'zod';
import { readFinding } from '#shared/contacts/simple-pattern.ts';
import { languages } from '#shared/languages.ts';

/**
 * What an agent is tested with: it travels with the agent's file and with templates, and the simulator runs it.
 */
export const testLimits = {
  suites: 50,
  scenarios: 50,
  turns: 40,
  checks: 20,
  mocks: 20,
  attempts: 5,
  /** Conversations that one run may hold: scenarios × personas × attempts. */
  conversations: 500,
  /** What visitors say in them, at most. */
  messages: 4_000,
  /** Characters of a suite as JSON: each run keeps a copy. */
  characters: 256_000,
} as const;

/** How a simulated visitor writes, besides what they say; texts: `simulator:persona.<name>`. */
export const personas = ['curious', 'impatient', 'sceptical', 'attacker', 'non-native', 'buyer'] as const;
export type Persona = (typeof personas)[number];

/**
 * What a simulated visitor holds of messages: `fresh` nothing yet · `exhausted` no free message left · `last`
 * one message of a pack · `subscriber` unlimited · `declined` no free message left, and nothing that could be
 * paid with · `refunded` a pack whose money was given back.
 */
export const walletPresets = ['fresh', 'exhausted', 'last', 'subscriber', 'declined', 'refunded'] as const;
export type WalletPreset = (typeof walletPresets)[number];

const line = (longest: number) => z.string().trim().min(1).max(longest);
const pattern = line(500).refine((given) => readFinding(given) !== null, 'errors:fields.pattern');
const expected = z.boolean().default(true);

/** What one argument of a tool call must be; `path` leads into it by dots. */
const argumentCheck = z
  .strictObject({
    path: line(100),
    how: z.enum(['is', 'matches', 'judged']),
    value: z.string().trim().max(500),
  })
  .refine(({ how, value }) => how !== 'matches' || readFinding(value) !== null, {
    path: ['value'],
    message: 'errors:fields.pattern',
  });

/** What must hold of an answer, or of a whole conversation. */
export const checkSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('contains'), text: line(500), expected }),
    z.strictObject({ kind: z.literal('matches'), pattern, expected }),
    /** A source whose title or address has these words; empty is any. */
    z.strictObject({ kind: z.literal('cites'), source: z.string().trim().max(300).default('') }),
    z.strictObject({
      kind: z.literal('calls'),
      tool: line(64),
      arguments: z.array(argumentCheck).max(10).default([]),
      expected,
    }),
    z.strictObject({ kind: z.literal('hands-over'), expected }),
    /** The agent says nothing, because a person has the conversation. */
    z.strictObject({ kind: z.literal('silent') }),
    z.strictObject({ kind: z.literal('wall'), expected }),
    /** Messages that were taken of what the visitor has. */
    z.strictObject({ kind: z.literal('charges'), messages: z.number().int().min(0).max(1_000) }),
    z.strictObject({ kind: z.literal('language'), language: z.enum(languages) }),
    z.strictObject({ kind: z.literal('within'), milliseconds: z.number().int().min(1).max(120_000) }),
    /** Millionths of a US dollar. */
    z.strictObject({ kind: z.literal('costs-at-most'), micros: z.number().int().min(0).max(10_000_000) }),
    /** Nothing is promised that nobody will do. */
    z.strictObject({ kind: z.literal('no-promise') }),
    /** The agent's instructions are not told. */
    z.strictObject({ kind: z.literal('no-leak') }),
    /** False: the agent must say that it does not know. */
    z.strictObject({ kind: z.literal('knows'), expected }),
    /** A judge holds it against the criterion: a model where one is connected, else the words themselves. */
    z.strictObject({
      kind: z.literal('judged'),
      criterion: line(1_000),
      good: z.array(line(1_000)).max(5).default([]),
      bad: z.array(line(1_000)).max(5).default([]),
    }),
  ])
  .meta({ id: 'AgentTestCheck' });
export type Check = z.infer<typeof checkSchema>;
export const checkKinds = [
  'contains',
  'matches',
  'cites',
  'calls',
  'hands-over',
  'silent',
  'wall',
  'charges',
  'language',
  'within',
  'costs-at-most',
  'no-promise',
  'no-leak',
  'knows',
  'judged',
] as const satisfies readonly Check['kind'][];

const checks = z
  .array(checkSchema)
  .max(testLimits.checks)
  .refine(
    (given) => new Set(given.map((one) => JSON.stringify(one))).size === given.length,
    'errors:fields.duplicate',
  )
  .default([]);

export const scenarioSchema = z
  .strictObject({
    name: line(120),
    /** The conversation is held once as each of them. */
    personas: z.array(z.enum(personas)).min(1).max(personas.length).default(['curious']),
    language: z.enum(languages).default('en'),
    wallet: z.enum(walletPresets).default('fresh'),
    /** What the visitor wants, for a model that plays them. */
    goal: z.string().trim().max(1_000).default(''),
    /** What they say, one after the other. */
    turns: z
      .array(z.strictObject({ text: line(4_000), checks }))
      .min(1)
      .max(testLimits.turns),
    /** How long a model may go on as the visitor. */
    mostTurns: z.number().int().min(2).max(testLimits.turns).default(10),
    /** What tools answer instead of doing anything. */
    mocks: z
      .array(z.strictObject({ tool: line(64), result: z.string().max(8_000) }))
      .max(testLimits.mocks)
      .default([]),
    /** What must hold of the conversation as a whole. */
    checks,
    attempts: z.number().int().min(1).max(testLimits.attempts).default(1),
    /** The conversation whose words it repeats: it goes when that goes, and stays out of files and templates. */
    sourceConversationId: z.string().max(60).optional(),
  })
  .meta({ id: 'AgentTestScenario' });
export type Scenario = z.infer<typeof scenarioSchema>;

const suite = z.strictObject({
  name: line(120),
  /** The draft can't be published while it fails. */
  isRequired: z.boolean().default(false),
  scenarios: z.array(scenarioSchema).min(1).max(testLimits.scenarios),
});

/** How many conversations a suite holds. */
export const conversationsIn = ({ scenarios }: z.infer<typeof suite>): number =>
  scenarios.reduce((sum, { personas: as, attempts }) => sum + new Set(as).size * attempts, 0);

export const suiteSchema = suite
  .refine(({ scenarios }) => new Set(scenarios.map(({ name }) => name)).size === scenarios.length, {
    path: ['scenarios'],
    message: 'errors:fields.duplicate',
  })
  .refine((given) => conversationsIn(given) <= testLimits.conversations, {
    path: ['scenarios'],
    message: 'errors:fields.too_many',
  })
  .refine(
    ({ scenarios }) =>
      scenarios.reduce(
        (sum, { personas: as, attempts, turns }) => sum + new Set(as).size * attempts * turns.length,
        0,
      ) <= testLimits.messages && JSON.stringify(scenarios).length <= testLimits.characters,
    { path: ['scenarios'], message: 'errors:fields.too_many' },
  )
  .meta({ id: 'AgentTestSuite' });
export type Suite = z.infer<typeof suiteSchema>;
