import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { languages } from '#shared/languages.ts';
import { reportKinds } from '#features/abuse/abuse.contract.ts';
import { experimentValues } from '#features/agents/agents-experiments.contract.ts';
import { thresholdFigures, thresholdSides } from '#features/analytics/analytics-thresholds.contract.ts';
import { announcementLevels } from '#features/announcements/announcements.contract.ts';
import { tagColors } from '#features/contacts/contacts.contract.ts';
import { customFieldTypes, customFieldScopes } from '#shared/contacts/custom-fields.ts';
import { feedbackStatuses } from '#features/feedback/feedback.contract.ts';
import { labelColors } from '#features/inbox/inbox-labels.contract.ts';
import { priorities } from '#features/conversations/conversations-handoff.contract.ts';
import { sellerInput } from '#features/invoices/invoices.contract.ts';
import { functionDefinition } from '#features/custom-functions/custom-functions-definition.contract.ts';

export const agentKeys = ['alder', 'steady', 'numa'] as const;
export type AgentKey = (typeof agentKeys)[number];

const text = z.string().min(1);
const texts = z.array(text).min(1);
const language = z.enum(languages);
const perLanguage = <T extends z.ZodType>(of: T) => z.record(language, of);

/** A conversation that a person of the team took part in. `{name}` is the visitor's first name. */
const talk = z.strictObject({
  language,
  name: text,
  asks: text,
  reply: text,
  answer: text,
  end: text,
  note: z.string(),
});
/** One that is not over when the invented days end. */
const openTalk = z.strictObject({
  language,
  name: text,
  hoursAgo: z.number().positive(),
  state: z.enum(['waiting', 'answered', 'snoozed', 'assigned']),
  priority: z.enum(priorities),
  label: text,
  asks: text,
  reply: text.optional(),
  answer: text.optional(),
  note: z.string().optional(),
});
const agent = z.strictObject({
  template: text,
  site: z.url(),
  pages: texts,
  /** How many of a hundred visitors come to this agent, and which languages they speak. */
  weight: z.number().int().positive(),
  languages: perLanguage(z.number().int().positive()),
  /** What is asked, message by message. */
  threads: perLanguage(z.array(texts).min(1)),
  /** What the agent does not know. */
  gaps: perLanguage(texts),
  /** What is said first in a call; without it nobody calls. */
  calls: perLanguage(text).optional(),
  people: z.array(talk),
  open: z.array(openTalk),
});
export type DemoAgent = z.infer<typeof agent>;
export type Talk = z.infer<typeof talk>;
export type AgentChange = z.infer<typeof change>;
export type OpenTalk = z.infer<typeof openTalk>;

/** A version that the team published: what the launcher says beside the page. */
const change = z.strictObject({ agent: z.enum(agentKeys), name: text, popup: text });

const person = z.strictObject({ name: text, email: z.email(), language });
const choice = z.strictObject({ value: text, label: text });
const company = z.strictObject({
  account: text,
  seller: sellerInput,
  owner: person,
  operator: person,
  team: z.array(person.extend({ role: z.enum(['admin', 'editor', 'support', 'billing', 'viewer']) })),
  invited: z.strictObject({ email: z.email(), role: z.enum(['viewer', 'editor']), message: text }),
  labels: z.array(z.strictObject({ name: text, color: z.enum(labelColors) })),
  savedReplies: z.array(z.strictObject({ name: text, body: text })),
  tags: z.array(z.strictObject({ name: text, color: z.enum(tagColors) })),
  fields: z.array(
    z.strictObject({
      scope: z.enum(customFieldScopes),
      key: text,
      label: text,
      type: z.enum(customFieldTypes),
      options: z.array(choice).default([]),
    }),
  ),
  races: texts,
  notes: texts,
  changes: z.array(change),
  codes: z.record(
    z.string(),
    z.array(z.strictObject({ name: text, description: text, scans: z.number().int().positive() })),
  ),
  feedbackForm: z.strictObject({ name: text, liked: texts, better: texts }),
  callForm: z.strictObject({ name: text, topics: texts }),
  clinicForm: z.strictObject({
    name: text,
    intro: text,
    fee: z.number().int().positive(),
    paces: z.array(choice),
  }),
  function: functionDefinition,
  feedback: z.array(
    z.strictObject({
      by: z.number().int().min(0),
      kind: z.enum(['bug-report', 'feature-request']),
      title: text,
      description: text,
      daysAgo: z.number().int().positive(),
      status: z.enum(feedbackStatuses).optional(),
      reply: text.optional(),
    }),
  ),
  /** What whoever runs the server tells everybody, from some days after it was written. */
  announcements: z.array(
    z.strictObject({
      toldDaysAgo: z.number().int().positive(),
      startsInDays: z.number().int().positive(),
      days: z.number().int().positive(),
      level: z.enum(announcementLevels),
      texts: perLanguage(text),
    }),
  ),
  /** What customers of the server say on its start page. */
  quotes: z.array(
    z.strictObject({ daysAgo: z.number().int().positive(), quote: text, name: text, role: text }),
  ),
  /** Addresses that are kept out; without days they stay out. */
  blocked: z.array(
    z.strictObject({
      daysAgo: z.number().int().positive(),
      network: text,
      reason: text,
      days: z.number().int().positive().nullable(),
    }),
  ),
  /** What visitors told whoever runs the server about an agent. */
  reports: z.array(
    z.strictObject({
      agent: z.enum(agentKeys),
      daysAgo: z.number().int().positive(),
      kind: z.enum(reportKinds),
      body: text,
    }),
  ),
  /** What the owner tries with a part of an agent's new visitors; what is not stopped still runs. */
  experiments: z.array(
    z.strictObject({
      agent: z.enum(agentKeys),
      daysAgo: z.number().int().positive(),
      stoppedDaysAgo: z.number().int().positive().optional(),
      share: z.number().int().min(1).max(99),
      harmPercent: z.number().int().min(1).max(99),
      variant: experimentValues,
    }),
  ),
  /** Figures that the owner wants to hear of when they pass a limit. */
  thresholds: z.array(
    z.strictObject({
      daysAgo: z.number().int().positive(),
      figure: z.enum(thresholdFigures),
      side: z.enum(thresholdSides),
      limit: z.number().int().min(0),
      currency: text.optional(),
    }),
  ),
  /** Other accounts of the server, with the day on which they came. */
  neighbours: z.array(
    z.strictObject({
      account: text,
      person,
      daysAgo: z.number().int().positive(),
      /** What their agent is made of; without it they have none yet. */
      template: text.optional(),
      /** How many visitors have asked it something. */
      visits: z.number().int().min(0).default(0),
      /** Of an agency, which has its plan from the first day. */
      whiteLabel: z
        .strictObject({
          primaryColor: text,
          secondaryColor: text,
          domain: text,
          domainDaysAgo: z.number().int().positive(),
          clients: z.array(
            z.strictObject({
              name: text,
              template: text,
              /** Who owns the workspace; without it nobody of the client's own has come yet. */
              owner: person.optional(),
              /** How many visitors have asked its agent something. */
              visits: z.number().int().positive(),
            }),
          ),
        })
        .optional(),
    }),
  ),
  gapAnswers: z.record(text, text),
});
const visitors = perLanguage(
  z.strictObject({
    first: texts,
    last: texts,
    zones: texts,
    mail: texts,
    hello: z.array(z.string()),
    thanks: texts,
    unhappy: text,
  }),
);

export type DemoContent = {
  company: z.infer<typeof company>;
  visitors: z.infer<typeof visitors>;
  agents: Record<AgentKey, DemoAgent>;
};

/** Reads what the demo's company is made of: people, questions in six languages, what is open. */
export function readDemoContent(projectFolder: string): DemoContent {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(projectFolder, 'content/demo', `${name}.json`), 'utf8'));
  return {
    company: company.parse(read('company')),
    visitors: visitors.parse(read('visitors')),
    agents: {
      alder: agent.parse(read('alder')),
      steady: agent.parse(read('steady')),
      numa: agent.parse(read('numa')),
    },
  };
}
