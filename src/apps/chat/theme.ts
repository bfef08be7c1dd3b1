import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import type { ChatTheme } from '#shared/embed/protocol.ts';
import type { ChatBoot } from './boot.ts';

const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** The theme to show: the visitor's or the page's choice, else the agent's; `auto` is the system's. */
export function effectiveTheme(agent: PublicAgent, chosen: ChatTheme | 'auto' | null): ChatTheme {
  const theme = chosen ?? agent.appearance.initialTheme;
  return theme === 'auto' ? (systemDark.matches ? 'dark' : 'light') : theme;
}

export const onSystemTheme = (listener: () => void) => systemDark.addEventListener('change', listener);

let design: Promise<typeof import('./design.ts')> | undefined;

let brand = '';

/**
 * The colours that the page came with; another brand's are worked out by a script that is fetched for it, as
 * in the editor's preview.
 */
function paint(color: string, ready: Record<string, string> | undefined): void {
  if (brand === color) return;
  brand = color;
  const write = (colors: Record<string, string>) => {
    if (brand === color)
      for (const [name, value] of Object.entries(colors))
        document.documentElement.style.setProperty(name, value);
  };
  if (ready) write(ready);
  else void import('#shared/brand-colors.ts').then((module) => write(module.brandColors(color)));
}

/**
 * Writes theme and brand colours into the document. Style is set by script, never by attribute, so a strict
 * CSP allows it.
 */
export function applyLook(agent: PublicAgent, theme: ChatTheme, boot: ChatBoot): void {
  document.documentElement.dataset.theme = theme;
  const { color } = agent.appearance;
  paint(color, color === boot.agent.appearance.color ? boot.colors : undefined);
  if (agent.design || design)
    void (design ??= import('./design.ts')).then(({ applyDesign }) => applyDesign(agent.design));
}
