import { until } from './check.ts';

/** The part of an agent on a page that diagnostics use; the script tag makes it. */
export type AgentOnPage = {
  open(): void;
  close(): void;
  destroy(): void;
  width(): number;
};
type Registry = {
  agents?: Record<string, AgentOnPage>;
  all?: AgentOnPage[];
};

export const registry = (): Registry => (window as { Chatelier?: Registry }).Chatelier ?? {};
export const launchers = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('chatelier-launcher'),
];
export const buttonOf = (launcher: HTMLElement): HTMLElement | null =>
  launcher.shadowRoot?.querySelector('button') ?? null;

/** Puts an agent's script tag on this page and waits until it is there; answers how long that took. */
export async function addAgent(
  number: number,
): Promise<{ agent: AgentOnPage; scriptMs: number; readyMs: number }> {
  const begin = performance.now();
  const script = document.createElement('script');
  script.async = true;
  script.src = `/widgets/${number}.js?tag=chatelier&at=${Date.now()}`;
  document.body.append(script);
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(script.src)));
  });
  const scriptMs = performance.now() - begin;
  const agent = await until(() => registry().agents?.[number]);
  const readyMs = performance.now() - begin;
  script.remove();
  return { agent, scriptMs, readyMs };
}

/** Takes every agent off the page, so that a diagnostic begins and ends as a page without any. */
export function removeAgents(): void {
  for (const agent of Object.values(registry().agents ?? {})) agent.destroy();
}
