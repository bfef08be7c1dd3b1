import type { LauncherSetup } from '#shared/embed/protocol.ts';
import { findPlace } from './find-place.ts';
import { createLauncher } from './launcher.ts';
import type { QueuedCall, Registry } from './registry.ts';

/** The argument of the function that the build wraps around this file; the server writes it. */
declare const CHATELIER_CONFIG: LauncherSetup;

const { number } = CHATELIER_CONFIG;
/* Only while the script runs, the document knows which tag it is; a module never learns it. */
const tag = (document.currentScript ??
  document.querySelector(`script[src*="/widgets/${number}.js"]`)) as HTMLElement | null;
const registry = ((window as { Chatelier?: Partial<Registry> }).Chatelier ||= {}) as Registry;
const all = (registry.all ||= []);
const agents = (registry.agents ||= {});
const call = ([name, ...rest]: QueuedCall) => registry[name]?.(...rest);

const start = ((registry.start ||= {})[number] = () => {
  if (agents[number]) return;
  const given = registry.options?.[number];
  const target = given?.target || findPlace(number);
  const api = createLauncher(CHATELIER_CONFIG, registry, {
    mode: target ? 'inline' : '',
    ...tag?.dataset,
    ...(target as HTMLElement | null)?.dataset,
    ...given,
    target,
  });
  /* The first agent's methods; a call that came before them waits in `q`. */
  for (const name of Object.keys(api) as (keyof typeof registry & QueuedCall[0])[])
    registry[name] = (...rest) => (all[0]?.[name] as (...rest: unknown[]) => unknown)?.(...rest);
  const { q } = registry;
  registry.q = { push: (...calls) => calls.map(call) };
  if (Array.isArray(q)) q.map(call);
});

if (document.body) start();
else addEventListener('DOMContentLoaded', start, { once: true });
