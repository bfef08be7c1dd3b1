import type { LauncherSetup } from '#shared/embed/protocol.ts';

/**
 * The button of one launcher; everything is made by DOM calls, so it also works where the page requires
 * trusted types.
 */
export type LauncherView = {
  host: HTMLElement;
  root: ShadowRoot;
  button: HTMLElement;
  make(name: string, into?: Node, isShape?: boolean): HTMLElement;
  /** Adds a style to the shadow root as an adopted sheet: a page's CSP can't refuse it. */
  addStyle(css: string): void;
  /** Shows state and number of unread answers on the button. */
  show(isOpen: boolean, count?: number): void;
};

/** Builds the button in a shadow root. */
export function createView({
  style,
  language,
  avatarUrl,
  label,
  iconPath,
  texts,
}: LauncherSetup): LauncherView {
  const svgNamespace = 'http://www.w3.org/2000/svg';
  const make: LauncherView['make'] = (name, into, isShape) => {
    const element = isShape ? document.createElementNS(svgNamespace, name) : document.createElement(name);
    into?.appendChild(element);
    return element as HTMLElement;
  };
  const host = make('chatelier-launcher');
  const root = host.attachShadow({ mode: 'open' });
  const addStyle = (css: string) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  };
  addStyle(style);

  const button = make('button', root);
  button.lang = language;
  button.ariaHasPopup = 'dialog';
  const svg = make('svg', button, true);
  svg.setAttribute('viewBox', '0 0 24 24');
  const shape = make('path', svg, true);
  if (avatarUrl) (make('img', button) as HTMLImageElement).src = avatarUrl;
  if (label) make('span', button).textContent = label;
  const badge = make('b', button);
  return {
    host,
    root,
    button,
    make,
    addStyle,
    show(isOpen, count = 0) {
      shape.setAttribute('d', isOpen ? 'M6 6l12 12M18 6L6 18' : iconPath);
      badge.textContent = count ? `${count}` : '';
      button.ariaLabel = (isOpen ? texts.close : texts.open) + (count ? ` (${count})` : '');
      button.ariaExpanded = `${isOpen}`;
    },
  };
}
