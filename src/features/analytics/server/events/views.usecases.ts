import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { newId } from '#shared/ids.ts';
import { inboxRepository } from './inbox.repository.ts';
import { kinds } from './kinds.models.ts';

type Visitor = {
  accountId: string;
  agentId: string;
  visitorId: string;
};

/** Who saw a form: nobody is known of a page or a frame on somebody's site, and a visitor in a chat. */
type FormLook = {
  accountId: string;
  agentId: string | null;
  visitorId: string | null;
  conversationId: string | null;
};

/** How long views are gathered before they are written together, in ms. */
const gatherMs = 1_000;

/** Who looks at the prices again within so many ms has seen them once. */
const onceInMs = 15 * 60_000;

/**
 * Counts that somebody asked for an agent: for the script of a page that shows it, or for the agent's own page. Views
 * are gathered for a second, so that a busy page is one row. And that a visitor with nothing left was shown what there
 * is to buy, and forms that were shown.
 */
export function createViews({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}) {
  let gathered = new Map<string, { accountId: string; views: number }>();
  let walls: (Visitor & { at: Date })[] = [];
  let forms = new Map<string, FormLook & { amount: number }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = gathered;
    gathered = new Map();
    const rows = [
      ...[...taken].map(([agentId, { accountId, views }]) => ({
        accountId,
        kind: kinds.seen,
        id: newId('evt'),
        at: clock.now(),
        agentId,
        amount: views,
      })),
      ...walls.map(({ accountId, agentId, visitorId, at }) => ({
        accountId,
        kind: kinds.wall,
        id: visitorId,
        at,
        agentId,
        visitorId,
        amount: 1,
      })),
      ...[...forms.values()].map((look) => ({
        ...look,
        kind: kinds.formShown,
        id: newId('evt'),
        at: clock.now(),
      })),
    ];
    walls = [];
    forms = new Map();
    if (rows.length === 0) return writing;
    writing = writing
      .then(() => inboxRepository(database.direct).add(rows))
      .catch((error: unknown) => log.warn({ err: error, agents: rows.length }, 'views of agents are lost'));
    return writing;
  }

  return {
    count(agent: { id: string; accountId: string }): void {
      const { views } = gathered.get(agent.id) ?? { views: 0 };
      gathered.set(agent.id, { accountId: agent.accountId, views: views + 1 });
      timer ??= setTimeout(() => void write(), gatherMs).unref();
    },
    /** A form is shown: on its own page, on somebody's site or in a chat. */
    form(look: FormLook): void {
      const key = [look.accountId, look.agentId, look.visitorId, look.conversationId].join(' ');
      forms.set(key, { ...look, amount: (forms.get(key)?.amount ?? 0) + 1 });
      timer ??= setTimeout(() => void write(), gatherMs).unref();
    },
    /** Somebody with nothing left sees the prices. */
    wall({ isPreview, ...visitor }: Visitor & { isPreview: boolean }): void {
      if (isPreview) return;
      const now = clock.now().getTime();
      // At the same time as before it is the same event.
      walls.push({ ...visitor, at: new Date(now - (now % onceInMs)) });
      timer ??= setTimeout(() => void write(), gatherMs).unref();
    },
    /** Writes what is gathered, and waits until it is written. */
    drain: write,
  };
}
