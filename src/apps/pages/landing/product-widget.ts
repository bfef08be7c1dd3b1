/** Source: the specification, "Widget script delay". */
const delayMs = 100;

/** The part of `window.Chatelier` that these pages use; the script tag makes it. */
type PageAgents = {
  agents?: Record<string, { destroy(): void }>;
  all?: { setTheme(theme: 'light' | 'dark'): void }[];
};

/** What the page's agents can be told, once there are any. */
export const registry = (): PageAgents | undefined => (window as { Chatelier?: PageAgents }).Chatelier;

/**
 * The product's own agent, which comes after the page and goes with it: button, panel, listeners and registry
 * entry. A page that the browser keeps and shows again begins anew.
 */
export function showProductWidget(): void {
  const number = document.querySelector<HTMLElement>('[data-guide]')?.dataset['guide'];
  if (!number) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let script: HTMLScriptElement | undefined;
  const begin = (): void => {
    if (registry()?.agents?.[number]) return;
    script = document.createElement('script');
    script.async = true;
    script.src = `/widgets/${number}.js?tag=chatelier`;
    // The page is whole without it.
    script.addEventListener('error', () => script?.remove());
    document.body.append(script);
  };
  const leave = (): void => {
    clearTimeout(timer);
    registry()?.agents?.[number]?.destroy();
    script?.remove();
    script = undefined;
  };
  const arrive = (): void => {
    timer = setTimeout(begin, delayMs);
  };
  arrive();
  addEventListener('pagehide', leave);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) arrive();
  });
}
