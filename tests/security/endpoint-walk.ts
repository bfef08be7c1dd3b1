import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { templateDocument } from '#features/forms/server/editing/templates.models.ts';
import { defaultPageSettings } from '#shared/landing-pages/page-settings.ts';
import type { TestBrowser } from '#tests/support/app/test-app.ts';
import type { OwnedAgent, Tenant } from './world.ts';

/**
 * Where an id in an address comes from, by the word before it. Words that are not here are made by
 * `POST /api/<word>`; when there is no such endpoint, a new kind of id is one line here, or the walk fails.
 */
const owned: Record<string, (tenant: Tenant, agent: OwnedAgent) => string> = {
  agents: (_tenant, { agent }) => agent.id,
  'agent-bin': (_tenant, { agent }) => agent.id,
  versions: () => '1',
  knowledge: (_tenant, { agent }) => agent.collectionId,
  sources: (_tenant, { source }) => source,
  documents: (_tenant, { document }) => document,
  chunks: (_tenant, { chunk }) => chunk,
  contacts: (tenant) => tenant.contact,
  notes: (tenant) => tenant.note,
  'contact-tasks': (tenant) => tenant.task,
  messages: (tenant) => tenant.visitor.answer.id,
  answers: (_tenant, { previewAnswer }) => previewAnswer,
  conversations: (tenant) => tenant.visitor.conversationId,
  attachments: (tenant) => tenant.attachment,
  uploads: (tenant) => tenant.attachment,
  calls: (tenant) => tenant.made['calls'] ?? '',
  // Made by a visitor's browser, and found with that visitor only: recordings.http.test.ts.
  recordings: () => '0b5f9c1e-6a39-4c1f-9d5e-2a8d9a3c7f11',
  pieces: () => '0',
  // A person's own, not an account's: auth.http.test.ts has the case of a stranger.
  sessions: () => '0'.repeat(64),
  browsers: () => `brw_${'0'.repeat(30)}`,
  members: (tenant) => tenant.owner.user.id,
  // Who may end one: begin.usecases.test.ts.
  experiments: () => `xpm_${'0'.repeat(30)}`,
  invitations: (tenant) => tenant.invitation,
  exports: (tenant) => tenant.accountExport,
  keys: (_tenant, { keyId }) => keyId,
  // It is there while an answer waits; page-calls.http.test.ts has the case of a stranger.
  'page-calls': () => `pgc_${'0'.repeat(30)}`,
  // It is there while a call runs, behind a secret; asking-calls.http.test.ts has the cases of strangers.
  'live-calls': () => 'vcl_0',
  'test-money': (tenant) => tenant.testPurchase,
  payments: (tenant) => tenant.testPurchase,
  purchases: (tenant) => tenant.testPurchase,
  invoices: (tenant) => tenant.invoice,
  checkout: (tenant) => tenant.testPurchase,
  setup: () => 'test',
  webhooks: ({ owner }) => owner.user.accountId,
  '{accountId}': () => 'test',
  'platform-events': () => 'test',
  'qr-codes': (_tenant, { qrCode }) => qrCode,
  stores: (tenant) => tenant.made['stores'] ?? '',
  suites: (_tenant, { suite }) => suite,
  runs: (_tenant, { run }) => run,
  results: () => '0',
  q: () => 'aaaaaaaa',
  'form-pages': () => 'aaaaaaaaaa',
  integrations: () => 'openai-compatible',
  speech: () => 'elevenlabs',
  templates: () => 'website-support',
  'landing-page-templates': () => 'course',
  avatars: () => '0'.repeat(32),
  images: () => '0'.repeat(32),
  people: () => '0'.repeat(32),
  'brand-images': () => '0'.repeat(32),
  'server-pictures': () => '0'.repeat(32),
  // Who sees which of them: landing-pages.http.test.ts.
  'page-images': () => '0'.repeat(32),
  '{key}': () => '480.webp',
  html: () => 'html-1',
  outbox: () => 'eml_0',
  // The server's own: blog-pages.http.test.ts and blog-editor.usecases.test.ts have the cases of those that are there.
  blog: () => 'bpo_0',
  announcements: () => 'ann_0',
  testimonials: () => 'tst_0',
  backups: () => 'bkp_0',
  'ip-blocks': () => 'ipb_0',
  'flagged-agents': () => 'agt_0',
  domains: () => 'chat.example.com',
  // Pages of the documentation are everybody's.
  docs: () => 'embed',
  // Of the whole server: superadmin-accounts.http.test.ts has the cases of those that are there.
  accounts: () => 'acc_0',
  users: () => 'usr_0',
  clients: (tenant) => tenant.client,
  feedback: () => 'fbk_0',
  jobs: () => '0b5f9c1e-6a39-4c1f-9d5e-2a8d9a3c7f10',
  grants: (tenant) => tenant.grant,
  // By its number an agent is known to everybody.
  'agent-numbers': (_tenant, { agent }) => String(agent.number),
};

/** Words whose value belongs to nobody. */
const shared = new Set([
  'q',
  'form-pages',
  'sessions',
  'browsers',
  'members',
  'integrations',
  'speech',
  'templates',
  'landing-page-templates',
  'avatars',
  'images',
  'versions',
  'setup',
  'webhooks',
  '{accountId}',
  'platform-events',
  'outbox',
  'blog',
  'announcements',
  'testimonials',
  'backups',
  'ip-blocks',
  'flagged-agents',
  'domains',
  'docs',
  'accounts',
  'users',
  'feedback',
  'jobs',
  'people',
  'brand-images',
  'server-pictures',
  'page-images',
  '{key}',
  'html',
  'agent-numbers',
  'results',
  'recordings',
  'pieces',
  'live-calls',
]);

/** Words whose value belongs to one agent: whoever does not reach it finds none of them. */
export const ofAgent = new Set([
  'agents',
  'calls',
  'agent-bin',
  'versions',
  'knowledge',
  'sources',
  'documents',
  'chunks',
  'contacts',
  'answers',
  'conversations',
  'keys',
  'payments',
  'purchases',
  'invoices',
  'test-money',
  'qr-codes',
  'suites',
  'runs',
]);

/** Whether programs call it, with a key of the account. */
export const isForPrograms = ({ access }: Endpoint): boolean =>
  access === 'program' || (typeof access === 'object' && access.scope !== undefined);

/** Who calls an endpoint for an account: its people with their session, or a program that may do all. */
export function callerFor(
  endpoint: Endpoint,
  { owner, browser, programKey }: { owner: Caller; browser(): Caller; programKey: string },
): Caller {
  if (!isForPrograms(endpoint)) return owner;
  return {
    request: (method, path, options = {}) =>
      browser().request(method, path, {
        ...options,
        headers: { authorization: `Bearer ${programKey}`, ...options.headers },
      }),
  };
}
type Caller = Pick<TestBrowser, 'request'>;

export type Slot = {
  name: string;
  word: string;
  isOwned: boolean;
};

/** The ids in an endpoint's address. */
export function slotsOf(endpoint: Endpoint): Slot[] {
  const segments = endpoint.path.split('/');
  return segments.flatMap((segment, at) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const word = name === 'number' ? 'agent-numbers' : (segments[at - 1] ?? '');
    if (!name) return [];
    if (!(word in owned) && !/^\/api\/((v1|analytics)\/)?[\w-]+\/\{\w+\}/.test(endpoint.path))
      throw new Error(
        `${endpoint.method} ${endpoint.path}: say in tests/security/endpoint-walk.ts where {${name}} comes from`,
      );
    return [{ name, word, isOwned: !shared.has(word) }];
  });
}

/**
 * The address with the ids of one tenant and agent; `each` may choose another for single ids, and `open` is
 * the place of one that stays in its braces.
 */
export function addressOf(
  endpoint: Endpoint,
  tenant: Tenant,
  agent: OwnedAgent,
  each: (slot: Slot, at: number) => [Tenant, OwnedAgent] = () => [tenant, agent],
  open = -1,
): string {
  return slotsOf(endpoint).reduce(
    (path, slot, at) => (at === open ? path : path.replace(`{${slot.name}}`, idOf(slot, ...each(slot, at)))),
    endpoint.path as string,
  );
}

function idOf(slot: Slot, tenant: Tenant, agent: OwnedAgent): string {
  const id = owned[slot.word]?.(tenant, agent) ?? tenant.made[slot.word];
  if (!id)
    throw new Error(
      `Say in tests/security/endpoint-walk.ts where {${slot.name}} behind "${slot.word}" comes from`,
    );
  return id;
}

/** Makes one thing of every kind that the world does not know, by the endpoint that adds one to its list. */
export async function makeOthers(
  endpoints: readonly Endpoint[],
  owner: Pick<TestBrowser, 'request'>,
): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const { word } of endpoints.flatMap(slotsOf)) {
    const adds = endpoints.find(
      ({ method, path }) => method === 'POST' && [`/api/${word}`, `/api/analytics/${word}`].includes(path),
    );
    if (word in owned || word in made || !adds) continue;
    const { text } = await owner.request('POST', adds.path, requestOf(adds));
    made[word] = /"id":"(\w+)"/.exec(text)?.[1] ?? '';
  }
  return made;
}

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minLength?: number;
  minItems?: number;
  minimum?: number;
  default?: unknown;
};

/** Values that a schema can't tell. */
const known: Record<string, unknown> = {
  document: templateDocument(null, 'en', (key) => key),
  slug: null,
  picture: null,
  settings: defaultPageSettings('en'),
  email: 'nobody@example.test',
  url: 'https://example.com',
  baseUrl: 'https://models.example.com/v1',
  path: '/',
  linkUrl: '/',
  endsAt: '2099-01-02T00:00:00Z',
  code: '123456',
  endpoint: 'https://push.example.com/send/1',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  timeZone: 'Europe/Prague',
  primaryColor: '#36d6b5',
  secondaryColor: '#4f46e5',
  // A function of the walk calls nobody.
  isMocked: true,
};

function sample(given: Schema, defs: Record<string, Schema>, name = ''): unknown {
  const schema = given.$ref ? (defs[given.$ref.replace('#/$defs/', '')] ?? {}) : given;
  // The word of a form's address may be none; that of a post may not.
  const mayBeNull = (schema.anyOf ?? schema.oneOf)?.some(({ type }) => type === 'null') ?? false;
  if (name in known && (known[name] !== null || mayBeNull)) return known[name];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf ?? schema.oneOf) return sample((schema.anyOf ?? schema.oneOf)?.[0] ?? {}, defs, name);
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [key, sample(schema.properties?.[key] ?? {}, defs, key)]),
    );
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, defs));
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'uuid') return '0b5f9c1e-6a39-4c1f-9d5e-2a8d9a3c7f10';
  if (schema.format === 'date-time') return '2099-01-01T00:00:00Z';
  if (schema.format === 'email') return 'nobody@example.test';
  if (schema.pattern === '^\\d{6}$') return '000000';
  return 'x'.repeat(Math.max(8, schema.minLength ?? 0));
}

const samples = new WeakMap<Endpoint, unknown>();

/** A body that the endpoint's schema takes; undefined when it takes none. Walks ask for it again and again: each gets a copy. */
export function bodyOf(endpoint: Endpoint): unknown {
  if (!samples.has(endpoint)) samples.set(endpoint, makeBody(endpoint));
  return structuredClone(samples.get(endpoint));
}

function makeBody(endpoint: Endpoint): unknown {
  if (!endpoint.body) return undefined;
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Schema;
  const body = sample(schema, schema.$defs ?? {});
  const parsed = endpoint.body.safeParse(body);
  if (!parsed.success)
    throw new Error(`No sample for ${endpoint.method} ${endpoint.path}: ${parsed.error.message}`);
  return body;
}

/** One grey pixel as PNG. */
const smallImage =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC';

/** What to send so that only the caller can be the reason for a refusal. */
export function requestOf(endpoint: Endpoint): { body?: unknown; raw?: FormData } {
  if (endpoint.transport === 'upload') {
    const form = new FormData();
    if (endpoint.path.endsWith('/images'))
      form.append('file', new Blob([Buffer.from(smallImage, 'base64')]), 'small.png');
    else
      form.append(
        'file',
        new Blob([endpoint.path.endsWith('/contact-imports') ? 'name\nAnna' : 'A small text.']),
        'small.txt',
      );
    return { raw: form };
  }
  const body = bodyOf(endpoint);
  return body === undefined ? {} : { body };
}

/** A call by somebody, and the status that they must be answered with. */
export type Case = {
  who: string;
  endpoint: Endpoint;
  path: string;
  by: Pick<TestBrowser, 'request'>;
  expected: number;
};

/** Calls every case and lists those that were answered differently. */
export async function walk(cases: readonly Case[]): Promise<string[]> {
  const leaks: string[] = [];
  for (const { who, endpoint, path, by, expected } of cases) {
    const { status, text } = await by.request(endpoint.method, path, requestOf(endpoint));
    if (status !== expected)
      leaks.push(
        `${who}: ${endpoint.method} ${path} answered ${status} instead of ${expected}: ${text.slice(0, 120)}`,
      );
  }
  return leaks;
}
