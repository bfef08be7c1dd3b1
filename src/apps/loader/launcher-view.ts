import type { LauncherSetup } from '#shared/embed-protocol.ts';
import { launcherStyle } from './launcher-style.ts';

/** The parts of one launcher; everything is made by DOM calls, so it also works where the page requires trusted types. */
export type LauncherView = {
  host: HTMLElement;
  button: HTMLElement;
  panel: HTMLElement;
  /** Shows state, name and number of unread answers on the button. */
  show(isOpen: boolean, label: string, count: number): void;
};

/** Builds button and (empty) panel in a shadow root. The style is an adopted sheet: a page's CSP can't refuse it. */
export function createView(config: LauncherSetup): LauncherView {
  const make = (name: string, into?: Node, namespace = 'http://www.w3.org/1999/xhtml') => {
    const element = document.createElementNS(namespace, name) as HTMLElement;
    into?.appendChild(element);
    return element;
  };
  const host = make('chatelier-agent');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(launcherStyle(config));
  root.adoptedStyleSheets = [sheet];

  const panel = make('div', root);
  const button = make('button', root);
  button.lang = config.language;
  button.ariaHasPopup = 'dialog';
  const svgNamespace = 'http://www.w3.org/2000/svg';
  const svg = make('svg', button, svgNamespace);
  svg.setAttribute('viewBox', '0 0 24 24');
  const shape = make('path', svg, svgNamespace);
  if (config.avatarUrl) (make('img', button) as HTMLImageElement).src = config.avatarUrl;
  const badge = make('b', button);
  return {
    host,
    button,
    panel,
    show(isOpen, label, count) {
      shape.setAttribute('d', isOpen ? 'M6 6l12 12M18 6L6 18' : config.iconPath);
      badge.textContent = count ? `${count}` : '';
      button.ariaLabel = label + (count ? ` (${count})` : '');
      button.ariaExpanded = `${isOpen}`;
    },
  };
}
