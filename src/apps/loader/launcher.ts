import { isEmbedMessage } from '#shared/embed-protocol.ts';
import type { ChatTheme, EmbedKind, EmbedValues, LauncherPosition, LauncherSetup } from '#shared/embed-protocol.ts';
import { createView } from './launcher-view.ts';

export type LauncherEvent = 'ready' | 'open' | 'close' | 'unread' | 'destroy';

/** What a page can do with an agent: `window.Chatelier.agents[number]`. */
export type Launcher = {
  position: LauncherPosition;
  open(): void;
  close(): void;
  toggle(): void;
  /** Removes button, panel, listeners and the registry entry. */
  destroy(): void;
  /** Listens to an event until the launcher is destroyed; every event is also a `chatelier:<event>` event of the window. */
  on(event: LauncherEvent, listener: (value?: unknown) => void): void;
};
export type Registry = { agents: Record<string, Launcher> };

/** Address of the page as it is told to the chat: without query and fragment, which may hold what is nobody's business. */
const pageUrl = () => location.origin + location.pathname;
const phone = matchMedia('(max-width:480px)');

/** Puts the agent's launcher on the page and registers it. */
export function createLauncher(config: LauncherSetup, { agents }: Registry): void {
  const { origin, number, position, texts } = config;
  const { host, button, panel, show } = createView(config);
  const id = Math.random().toString(36);
  const pageStyle = document.documentElement.style;
  const stop = new AbortController();
  const { signal } = stop;
  let frame: HTMLIFrameElement | undefined;
  let isOpen = false;
  let isReady = false;
  let isBlocked = false;
  let isLocked = false;
  let pageOverflow = '';
  let count = 0;

  /* The page's own storage keeps what the frame, as a third party, may not keep; where it is refused, this page view remembers. */
  const memory: Record<string, string | null | undefined> = {};
  const remember = (name: string, given = memory[name]): string | null => {
    let value = given;
    try {
      const key = `chatelier:${number}:${name}`;
      if (value) localStorage[key] = value;
      value = localStorage[key];
    } catch {}
    return (memory[name] = value || null);
  };

  const listen = (target: EventTarget | null, names: string, listener: (event: never) => void) => {
    for (const name of names.split(' ')) target?.addEventListener(name, listener as EventListener, { signal });
  };
  const emit = (event: LauncherEvent, value?: number) => dispatchEvent(new CustomEvent(`chatelier:${event}`, { detail: { number, value } }));
  const send = <Kind extends EmbedKind>(kind: Kind, value?: EmbedValues[Kind]) => {
    if (isReady) frame?.contentWindow?.postMessage({ chatelier: 1, frame: id, kind, value }, origin);
  };
  const sendPage = () => send('navigated', { url: pageUrl(), referrer: document.referrer });
  const paint = (theme: string | null) => {
    panel.style.colorScheme = !theme || theme === 'auto' ? 'light dark' : theme;
  };
  /** Brings everything in step with `isOpen`: button, panel, and on a phone the page's scrolling and the keyboard's room. */
  const update = () => {
    const full = isOpen && phone.matches;
    const view = full && visualViewport;
    show(isOpen, isOpen ? texts.close : texts.open, count);
    panel.classList.toggle('o', isOpen);
    panel.style.top = view ? `${view.offsetTop}px` : '';
    panel.style.height = view ? `${view.height}px` : '';
    if (full !== isLocked) {
      isLocked = full;
      if (full) pageOverflow = pageStyle.overflow;
      pageStyle.setProperty('overflow', full ? 'hidden' : pageOverflow, full ? 'important' : '');
    }
  };
  const blocked = () => {
    if (isReady || isBlocked) return;
    isBlocked = true;
    if (isOpen) {
      api.close();
      api.open();
    }
  };
  const create = () => {
    if (frame || isBlocked) return;
    frame = document.createElement('iframe');
    frame.title = texts.title;
    frame.allow = 'clipboard-write;microphone;autoplay';
    frame.src = `${origin}/widgets/${number}/embed#frame=${id}&host=${location.origin}`;
    frame.onload = () => {
      setTimeout(blocked, 4000);
    };
    panel.append(frame);
  };

  const api: Launcher = {
    position,
    open() {
      if (isBlocked) open(`${origin}/widgets/${number}`, '_blank', 'noopener');
      else if (!isOpen) {
        create();
        isOpen = true;
        count = 0;
        update();
        frame?.focus();
        send('open', phone.matches);
        emit('open');
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      update();
      send('close');
      if (document.activeElement === host) button.focus();
      emit('close');
    },
    toggle: () => (isOpen ? api.close() : api.open()),
    destroy() {
      isOpen = false;
      update();
      observer.disconnect();
      host.remove();
      delete agents[number];
      emit('destroy');
      stop.abort();
    },
    on: (event, listener) =>
      listen(window, `chatelier:${event}`, ({ detail }: CustomEvent) => {
        if (detail.number === number) listener(detail.value);
      }),
  };

  const heard = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== frame?.contentWindow || from !== origin || !isEmbedMessage(data) || data.frame !== id) return;
    const { kind, value } = data;
    if (kind === 'ready') {
      const theme = remember('theme');
      isReady = true;
      sendPage();
      send('visitor-token', remember('token'));
      if (theme) send('theme', theme as ChatTheme);
      if (isOpen) send('open', phone.matches);
    }
    if (kind === 'visitor-token') remember('token', value);
    if (kind === 'close') api.close();
    if (kind === 'theme') {
      remember('theme', value);
      paint(value);
    }
    if (kind === 'resize') panel.classList.toggle('wide', value === 'wide');
    if (kind === 'unread' && !isOpen) {
      count = value;
      update();
      emit('unread', count);
    }
  };

  listen(window, 'message', heard);
  listen(window, 'chatelier:ready chatelier:open chatelier:destroy', ({ type, detail }: CustomEvent) => {
    const side = Object.keys(agents).filter((other) => agents[other]!.position === position);
    host.style.setProperty('--i', `${side.indexOf(`${number}`)}`);
    if (type.endsWith('n') && detail.number !== number) api.close();
  });
  listen(document, 'securitypolicyviolation', (event: SecurityPolicyViolationEvent) => {
    if (event.effectiveDirective === 'frame-src' && event.blockedURI.startsWith(origin)) blocked();
  });
  /* A visitor who goes on writing after an address change without a reload enters the frame first, and that blurs the page. */
  listen(window, 'blur', sendPage);
  listen(phone, 'change', update);
  listen(visualViewport, 'resize scroll', update);
  listen(button, 'pointerenter focus touchstart', create);
  listen(button, 'click', api.toggle);
  listen(host, 'keydown', (event: KeyboardEvent) => event.key === 'Escape' && api.close());
  /* Frameworks replace the body or empty it: the launcher moves along. */
  const stay = () => {
    for (const node of [document.documentElement, document.body]) observer.observe(node, { childList: true });
    if (!host.isConnected) document.body.append(host);
  };
  const observer = new MutationObserver(stay);

  paint(remember('theme') || config.initialTheme);
  update();
  stay();
  agents[number] = api;
  emit('ready');
}
