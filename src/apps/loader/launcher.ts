import type { LauncherSetup } from '#shared/embed/protocol.ts';
import { createView } from './launcher-view.ts';
import type { LauncherView } from './launcher-view.ts';
import type { createPanel } from './panel.ts';
import type { Launcher, LauncherEvent, LauncherOptions, PanelCalls, Registry } from './registry.ts';

/** What the later files work with. */
export type Inside = LauncherView & {
  config: LauncherSetup;
  options: LauncherOptions;
  api: Launcher;
  /** Ends with the launcher. */
  signal: AbortSignal;
  emit(event: LauncherEvent, value?: unknown): void;
  listen(target: EventTarget | null, names: string, listener: (event: never) => void): void;
  /** Puts the launcher where it belongs, also after a framework took it away. */
  place(): void;
  /** The chat's frame stands in it; not shown before the panel's style is there. */
  panel: HTMLElement;
  /** Tells this frame's messages from those of others. */
  id: string;
  frame?: HTMLIFrameElement;
  /** Makes the frame, once: it loads beside the file that shows it. */
  create(): void;
  isLoaded?: boolean;
  /** What was heard of the frame before the file that understands it came. */
  early: Event[];
};

/**
 * Puts the agent's launcher on the page and registers it. The panel is another file, fetched when somebody
 * comes near.
 */
export function createLauncher(
  config: LauncherSetup,
  { agents, all }: Registry,
  options: LauncherOptions,
): Launcher {
  const { origin, number, position, popup } = config;
  const { mode } = options;
  const view = createView(config);
  const { host, root, button, make } = view;
  const panelBox = make('div');
  panelBox.hidden = true;
  root.prepend(panelBox);
  const id = `${Math.random()}`;
  const stop = new AbortController();
  const { signal } = stop;
  let loading: Promise<ReturnType<typeof createPanel>> | undefined;

  const listen: Inside['listen'] = (target, names, listener) => {
    for (const name of names.split(' '))
      target?.addEventListener(name, listener as EventListener, { signal });
  };
  const emit: Inside['emit'] = (event, value) =>
    dispatchEvent(new CustomEvent(`chatelier:${event}`, { detail: { number, value } }));
  /* A module passes wherever this script passed, and needs no trusted type. */
  const panel = () =>
    (loading ||= import(/* @vite-ignore */ `${origin}/embed/panel.mjs`).then(
      (file: { createPanel: typeof createPanel }) =>
        /* Nothing comes back of an agent that was taken away meanwhile. */
        signal.aborted ? new Promise<never>(() => {}) : file.createPanel(inside),
    ));
  const later =
    <Name extends keyof PanelCalls>(name: Name) =>
    (...rest: unknown[]) => {
      const mayOpen = name === 'open' || name === 'toggle';
      if (mayOpen) inside.create();
      void panel().then(
        (calls) => (calls[name] as (...rest: unknown[]) => void)(...rest),
        /* Refused by the page's policy, or not reached: the chat is also a page. */
        () =>
          mayOpen
            ? open(`${origin}/widgets/${number}`, '_blank', 'noopener')
            : emit('error', { code: 'loader.refused' }),
      );
    };

  const api: Launcher = {
    position,
    width: () => button.offsetWidth && button.offsetWidth + 16,
    open: later('open'),
    close: later('close'),
    toggle: later('toggle'),
    send: later('send'),
    identify: later('identify'),
    setVariables: later('setVariables'),
    setTheme: later('setTheme'),
    reset: later('reset'),
    registerTool: later('registerTool'),
    setConsent: later('setConsent'),
    on(event, listener, wants) {
      let isOff = false;
      const hear = ({ detail }: { detail: { number: number; value?: unknown } }) =>
        isOff || (detail.number === number && listener(detail.value));
      if (event === 'message') void panel().then((calls) => calls.read(wants?.text && hear));
      if (!wants?.text) listen(window, `chatelier:${event}`, hear);
      if (event === 'ready') queueMicrotask(listener);
      return () => {
        isOff = true;
      };
    },
    destroy() {
      if (signal.aborted) return;
      observer.disconnect();
      host.remove();
      delete agents[number];
      all.splice(all.indexOf(api), 1);
      emit('destroy');
      stop.abort();
    },
  };

  listen(window, 'chatelier:ready chatelier:open chatelier:close chatelier:destroy', () => {
    const before = all.slice(0, all.indexOf(api)).filter((other) => other.position === position);
    host.style.setProperty('--i', `${before.reduce((sum, other) => sum + other.width(), 0)}px`);
  });
  listen(button, 'pointerenter focus touchstart', () => {
    inside.create();
    void panel();
  });
  const hear = (event: Event) => inside.frame && inside.early.push(event);
  listen(window, 'message', hear);
  listen(document, 'securitypolicyviolation', hear);
  listen(button, 'click', api.toggle);
  /* Anything on the page may open the chat. */
  listen(document, 'click', (event: MouseEvent) => {
    for (const node of event.composedPath()) {
      const wanted = (node as HTMLElement).dataset?.chatelierOpen;
      if (wanted === `${number}` || (wanted === '' && all[0] === api)) {
        event.preventDefault();
        /* Where the focus goes back to; not every browser gives it to what is clicked. */
        (node as HTMLElement).focus();
        return api.open();
      }
    }
  });
  /* Some frameworks write the whole document anew. */
  const observer = new MutationObserver(() => inside.place());
  const inside: Inside = {
    ...view,
    config,
    options,
    api,
    signal,
    emit,
    listen,
    panel: panelBox,
    id,
    early: [],
    create() {
      if (inside.frame || signal.aborted) return;
      const frame = (inside.frame = make('iframe') as HTMLIFrameElement);
      frame.title = config.texts.title;
      frame.allow = 'clipboard-write;microphone;autoplay';
      frame.onload = () => (inside.isLoaded = true);
      frame.src = `${origin}/widgets/${number}/embed#frame=${id}&host=${location.origin}&mode=${mode}`;
      panelBox.append(frame);
    },
    place() {
      const page = document.documentElement;
      observer.observe(page, { childList: true });
      if (host.isConnected) return;
      /*
       * Beside the body, whose layout, filters and frameworks are not ours, and above everything on it where
       * the browser has a top layer.
       */
      page.append(host);
      host.popover = 'manual';
      host.showPopover?.();
    },
  };

  let unread = 0;
  try {
    unread = +localStorage[`chatelier:${number}:unread`] || 0;
  } catch {
    /* Refused: nothing was kept. */
  }
  view.show(false, unread);
  agents[number] = api;
  all.push(api);
  if (mode !== 'inline' && mode !== 'page') inside.place();
  if (mode && mode !== 'bubble') void panel().then((calls) => calls.show());
  else if (popup && (popup.phones || innerWidth > 480))
    setTimeout(() => signal.aborted || panel().then((calls) => calls.invite()), popup.delay * 1000);
  emit('ready');
  return api;
}
