import type { LauncherEvent, LauncherOptions, Registry, Launcher } from './registry.ts';
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
 */
export function mountAgent(
  { number, origin, mode, delay, identity, variables }: AgentOptions,
  target: Element | null,
  hear: (event: LauncherEvent, value: unknown) => void,
): () => void {
  const heard = (event: Event) => {
    const { detail, type } = event as CustomEvent<{ number: number; value: unknown }>;
    if (detail.number === number) hear(type.slice('chatelier:'.length) as LauncherEvent, detail.value);
  };
  const at = registry();
  (at.options ||= {})[number] = {
    mode: mode ?? 'bubble',
    target: mode === 'inline' ? target : null,
    ...(delay === undefined ? {} : { delay: `${delay}` }),
  };
  for (const event of agentEvents) addEventListener(`chatelier:${event}`, heard);
  let isGone = false;
  const from = origin || ownOrigin;
  /* A browser runs a script once; an agent that was here before is started again. */
  const start = at.start?.[number]
    ? Promise.resolve(at.start[number]())
    : import(/* @vite-ignore */ `${from}/widgets/${number}.js?tag=chatelier`);
  const agent = (): Launcher | undefined => registry().agents?.[number];
  void Promise.resolve(start).then(
    () => {
      if (isGone) return agent()?.destroy();
      agent()?.on('message', () => undefined);
      if (variables) agent()?.setVariables(variables);
      if (identity) agent()?.identify(identity);
    },
    () => hear('error', { code: 'loader.refused' }),
  );
  return () => {
    isGone = true;
    agent()?.destroy();
    for (const event of agentEvents) removeEventListener(`chatelier:${event}`, heard);
  };
}

/** What the page can do with a mounted agent. */
export const agentOf = (number: number): Launcher | undefined => registry().agents?.[number];
