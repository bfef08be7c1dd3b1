import type { Launcher, LauncherEvent, LauncherOptions, Mount, Registry, ToolHandler } from './registry.ts';
import type { VisitorStatement } from '#shared/embed/protocol.ts';

/** What a wrapper of some framework is given by its page. */
export type AgentOptions = {
  number: number;
  /** Address of the instance; known by itself when the wrapper was loaded from there. */
  origin?: string | undefined;
  mode?: LauncherOptions['mode'];
  /** Seconds before a popup opens by itself. */
  delay?: number | undefined;
  identity?: VisitorStatement | undefined;
  variables?: Record<string, unknown> | undefined;
  /** What the agent may call in this page, by the names that its owner gave. */
  tools?: Record<string, ToolHandler> | undefined;
};

export const agentEvents: readonly LauncherEvent[] = [
  'ready',
  'open',
  'close',
  'message',
  'lead',
  'paywall',
  'purchase',
  'end',
  'unread',
  'identify',
  'error',
  'destroy',
];

/** Where this file came from: from the instance itself, or a copy of it on the page's own site. */
const ownOrigin = /\/embed\/[\w.]+$/.test(import.meta.url) ? new URL(import.meta.url).origin : '';
const registry = () => ((window as { Chatelier?: Partial<Registry> }).Chatelier ||= {}) as Partial<Registry>;

/**
 * Puts an agent on the page; `target` is the place of one that is a part of it. The returned function takes
 * it away again.
 *
 * An agent is on a page once. Frameworks may place a part's successor before they take the part away, or
 * place the same one twice (React's strict mode): the newest has the agent, and one that leaves takes it
 * away only if nobody else is there.
 */
export function mountAgent(
  options: AgentOptions,
  target: Element | null,
  hear: (event: LauncherEvent, value?: unknown) => void,
): () => void {
  const { number, origin, mode = 'bubble', delay } = options;
  const at = registry();
  const mounts = ((at.mounts ||= {})[number] ||= []);
  const agent = (): Launcher | undefined => registry().agents?.[number];
  const newest = () => mounts[mounts.length - 1];
  const heard = (event: Event) => {
    const { detail, type } = event as CustomEvent<{ number: number; value: unknown }>;
    if (detail.number === number && newest() === mount)
      hear(type.slice('chatelier:'.length) as LauncherEvent, detail.value);
  };
  const tell = () => {
    agent()?.on('message', () => undefined);
    /* As they are by now: a page may have learnt more while the script was on its way. */
    if (options.variables) agent()?.setVariables(options.variables);
    if (options.identity) agent()?.identify(options.identity);
    for (const [name, handler] of Object.entries(options.tools ?? {})) agent()?.registerTool(name, handler);
  };
  const mount: Mount = {
    options: {
      mode,
      target: mode === 'inline' ? target : null,
      ...(delay === undefined ? {} : { delay: `${delay}` }),
    },
    begin() {
      (at.options ||= {})[number] = mount.options;
      /* A browser runs a script once; an agent that was here before is started again. */
      const start = at.start?.[number]
        ? Promise.resolve(at.start[number]())
        : import(/* @vite-ignore */ `${origin || ownOrigin}/widgets/${number}.js?tag=chatelier`);
      void Promise.resolve(start).then(
        () => {
          if (newest() === mount) tell();
          else if (!mounts.length) agent()?.destroy();
        },
        () => hear('error', { code: 'loader.refused' }),
      );
    },
  };
  const { mode: shownMode = 'bubble', target: shownAt = null } = at.options?.[number] ?? {};
  const isThere = agent() && shownMode === mode && shownAt === mount.options.target;
  if (!isThere) agent()?.destroy();
  mounts.push(mount);
  for (const event of agentEvents) addEventListener(`chatelier:${event}`, heard);
  if (isThere) queueMicrotask(() => newest() === mount && hear('ready'));
  mount.begin();
  return () => {
    const isNewest = newest() === mount;
    if (isNewest && mounts.length < 2) agent()?.destroy();
    const shown = mount.options.target ?? mode;
    mounts.splice(mounts.indexOf(mount), 1);
    const next = newest();
    if (isNewest && next) {
      if (shown !== (next.options.target ?? next.options.mode)) agent()?.destroy();
      next.begin();
    }
    for (const event of agentEvents) removeEventListener(`chatelier:${event}`, heard);
  };
}

/** What the page can do with a mounted agent. */
export const agentOf = (number: number): Launcher | undefined => registry().agents?.[number];
