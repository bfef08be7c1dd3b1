import type { healthStates, HealthCheck, HealthName } from '../../superadmin-health.contract.ts';

/** An agent by its number, with the model that ends. */
export type EndingAgent = {
  number: number;
  model: string;
  endsOn: string;
};

/** What is known of the server at a moment. */
export type HealthFacts = {
  /** Null: the database did not answer. */
  database: { version: string; bytes: number } | null;
  /** `oldestSeconds`: since when the oldest job that is due waits. */
  jobs: { waiting: number; failed: number; oldestSeconds: number };
  mail: { isSending: boolean; stuck: number };
  /** Agents of the server whose model failed when it was last asked. */
  failingAgents: number;
  /** Agents that visitors find whose model ends soon, or has ended. */
  endingAgents: readonly EndingAgent[];
  /** Agents' knowledge that can't be searched by meaning, because its model failed when it was last asked. */
  failingEmbeddings: number;
  /** Null where the system does not say. */
  disk: { freeBytes: number; allBytes: number } | null;
  publicUrl: string;
  isPublicUrlSet: boolean;
  isReachableByOthers: boolean;
  /** The file that holds the key; null where the environment does. */
  keyFile: string | null;
  arePlansFree: boolean;
  hasStripeKey: boolean;
  /** What selling plans lacks at Stripe, and why; null where Stripe does not answer or refuses the key. */
  stripeLacks: readonly { name: string; detail: string }[] | null;
  /** The folder that holds everything; null where a database server does. */
  dataFolder: string | null;
  privateAddresses: readonly string[];
  version: string;
  node: string;
};

const overdueSeconds = 600;
/** So much of the agents whose models end is named. */
const mostModels = 10;
const mostNumbers = 10;
const gigabyte = 1_000_000_000;

/** How each part stands, and how bad that is. */
export function healthOf(facts: HealthFacts): HealthCheck[] {
  const { database, jobs, mail, disk } = facts;
  return [
    database
      ? check('database', 'ok', 'good', { version: database.version, bytes: database.bytes })
      : check('database', 'unreachable', 'fault'),
    jobs.oldestSeconds > overdueSeconds
      ? check('jobs', 'standing', 'fault', { minutes: Math.round(jobs.oldestSeconds / 60) })
      : jobs.failed > 0
        ? check('jobs', 'failed', 'warning', { number: jobs.failed })
        : check('jobs', 'ok', 'good'),
    !mail.isSending
      ? check('mail', 'kept', 'warning')
      : mail.stuck > 0
        ? check('mail', 'stuck', 'warning', { number: mail.stuck })
        : check('mail', 'ok', 'good'),
    facts.failingAgents > 0
      ? check('models', 'failing', 'warning', { number: facts.failingAgents })
      : check('models', 'ok', 'good'),
    endsOf(facts.endingAgents),
    facts.failingEmbeddings > 0
      ? check('embeddings', 'failing', 'warning', { number: facts.failingEmbeddings })
      : check('embeddings', 'ok', 'good'),
    diskOf(disk),
    addressOf(facts),
    facts.keyFile === null
      ? check('encryptionKey', 'ok', 'good')
      : check('encryptionKey', 'file', 'note', { file: facts.keyFile }),
    stripeOf(facts),
    facts.dataFolder === null
      ? check('backups', 'server', 'note')
      : check('backups', 'folder', 'note', { folder: facts.dataFolder }),
    facts.privateAddresses.length > 0
      ? check('privateAddresses', 'some', 'warning', { list: facts.privateAddresses.join(', ') })
      : check('privateAddresses', 'ok', 'good'),
    check('version', 'ok', 'good', { version: facts.version, node: facts.node }),
  ];
}

/** The agents by their models, soonest first: `gpt-4o · 2027-01-14: #482913, #118204`. */
function endsOf(agents: readonly EndingAgent[]): HealthCheck {
  if (agents.length === 0) return check('modelEnds', 'ok', 'good');
  const byModel = new Map<string, number[]>();
  for (const { model, endsOn, number } of agents.toSorted((one, other) =>
    one.endsOn < other.endsOn ? -1 : 1,
  ))
    byModel.set(`${model} · ${endsOn}`, [...(byModel.get(`${model} · ${endsOn}`) ?? []), number]);
  const lines = [...byModel].slice(0, mostModels).map(([model, numbers]) => {
    const shown = numbers.slice(0, mostNumbers).map((number) => `#${number}`);
    return `${model}: ${shown.join(', ')}${numbers.length > shown.length ? ' …' : ''}`;
  });
  return check('modelEnds', 'ending', 'warning', {
    number: agents.length,
    list: `${lines.join('; ')}${byModel.size > lines.length ? ' …' : ''}`,
  });
}

function stripeOf({ arePlansFree, hasStripeKey, stripeLacks }: HealthFacts): HealthCheck {
  if (arePlansFree) return check('stripe', 'free', 'good');
  if (!hasStripeKey) return check('stripe', 'test', 'note');
  if (stripeLacks === null) return check('stripe', 'unreachable', 'fault');
  const because = (wanted: string): string[] =>
    stripeLacks.filter(({ detail }) => detail === wanted).map(({ name }) => name);
  const inactive = because('not_activated');
  if (inactive.length > 0)
    return check('stripe', inactive.includes('charges') ? 'inactive' : 'unpaid', 'fault');
  const rights = because('scope_missing');
  if (rights.length > 0) return check('stripe', 'lacking', 'warning', { list: rights });
  const removed = because('missing');
  if (removed.length > 0) return check('stripe', 'removed', 'warning', { list: removed });
  return stripeLacks.length > 0
    ? check('stripe', 'refused', 'warning', { list: stripeLacks.map(({ name }) => name) })
    : check('stripe', 'ok', 'good');
}

function diskOf(disk: HealthFacts['disk']): HealthCheck {
  if (!disk) return check('disk', 'unknown', 'note');
  const values = { free: disk.freeBytes };
  const share = disk.freeBytes / Math.max(1, disk.allBytes);
  if (disk.freeBytes < gigabyte / 4 || share < 0.01) return check('disk', 'full', 'fault', values);
  if (disk.freeBytes < 2 * gigabyte || share < 0.05) return check('disk', 'low', 'warning', values);
  return check('disk', 'ok', 'good', values);
}

function addressOf(facts: HealthFacts): HealthCheck {
  const values = { url: facts.publicUrl };
  if (!facts.isReachableByOthers) return check('address', 'local', 'note', values);
  if (!facts.isPublicUrlSet) return check('address', 'unnamed', 'fault', values);
  return facts.publicUrl.startsWith('https:')
    ? check('address', 'ok', 'good', values)
    : check('address', 'plain', 'fault', values);
}

function check<N extends HealthName>(
  name: N,
  state: (typeof healthStates)[N][number],
  level: HealthCheck['level'],
  values: HealthCheck['values'] = {},
): HealthCheck {
  return { name, state, level, values };
}
