import { brandColors } from '#features/conversations/chat/brand-colors.ts';
import type { PublicAgent } from '#features/conversations/chat/visitor-types.ts';
import type { ChatTheme } from '#shared/embed-protocol.ts';

const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** The theme to show: the visitor's choice, else the agent's, else the system's. */
export function effectiveTheme(agent: PublicAgent, chosen: ChatTheme | null): ChatTheme {
  const { initialTheme } = agent.appearance;
  return chosen ?? (initialTheme === 'auto' ? (systemDark.matches ? 'dark' : 'light') : initialTheme);
}

export const onSystemTheme = (listener: () => void) => systemDark.addEventListener('change', listener);

let design: Promise<typeof import('./design.ts')> | undefined;

/** Writes theme and brand colours into the document. Style is set by script, never by attribute, so a strict CSP allows it. */
export function applyLook(agent: PublicAgent, theme: ChatTheme): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = theme;
  for (const [name, value] of Object.entries(brandColors(agent.appearance.color))) style.setProperty(name, value);
  if (agent.design || design) void (design ??= import('./design.ts')).then(({ applyDesign }) => applyDesign(agent.design));
}
