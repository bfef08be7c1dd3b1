import type { LauncherSetup } from '#shared/embed-protocol.ts';
import { createLauncher } from './launcher.ts';
import type { Registry } from './launcher.ts';

/** The argument of the function that the build wraps around this file; the server writes it. */
declare const CHATELIER_CONFIG: LauncherSetup;

const holder = window as { Chatelier?: Partial<Registry> };
const registry = (holder.Chatelier = { agents: {}, ...holder.Chatelier }) as Registry;

const start = () => {
  if (!registry.agents[CHATELIER_CONFIG.number]) createLauncher(CHATELIER_CONFIG, registry);
};

if (document.body) start();
else addEventListener('DOMContentLoaded', start, { once: true });
