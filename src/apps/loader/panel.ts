import { isEmbedMessage } from '#shared/embed/protocol.ts';
import type { ChatTheme, EmbedKind, EmbedMessage, EmbedValues } from '#shared/embed/protocol.ts';
import type { extend } from './extras.ts';
import type { Inside } from './launcher.ts';
import { panelStyle } from './panel-style.ts';
import type { PanelCalls } from './registry.ts';

/** The panel as the third file works with it. */
export type Panel = Inside & {
  phone: MediaQueryList;
  /** Where the session remembers that the popup message was shown, or is not needed any more. */
  popupKey: string;
  /** What the visitor's browser keeps on the page's own origin; null forgets. */
  remember(name: string, given?: string | null): string | null;
  send<Kind extends EmbedKind>(kind: Kind, value?: EmbedValues[Kind]): void;
  isOpen(): boolean;
  isReady(): boolean;
  /** Whether the open panel fills a phone's screen. */
  isFull(): boolean;
  /** After every change of state. */
  updated?(): void;
  /** The frame listens, for the first time or again. */
  ready?(): void;
};

/**
 * Address of the page as it is told to the chat: without query and fragment, which may hold what is nobody's
 * business.
 */
const pageUrl = () => location.origin + location.pathname;
const phone = matchMedia('(max-width:480px)');

/** The panel of one launcher with the chat's frame in it, which is made when somebody comes near. */
export function createPanel(inside: Inside) {
  const { config, options, host, button, show, emit, listen, signal, panel, id } = inside;
  const { origin, number } = config;
  const isPart = options.mode === 'inline' || options.mode === 'page';
  const popupKey = `chatelier:${number}:popup`;
  let isOpen = false;
  let isReady = false;
  let isBlocked = false;
  let watching: HTMLIFrameElement | undefined;
  let wasOpened = false;
  /**
   * What had the page's focus when the chat was opened: whoever has gone on to something else stays there.
   */
  let lookedAt: Element | null = null;
  let isWatching = false;
  let count = 0;
  let more: Promise<ReturnType<typeof extend>> | undefined;

  inside.addStyle(panelStyle(config));
  panel.hidden = false;

  /*
   * The page's own storage keeps what the frame, as a third party, may not keep; where it is refused, this
   * page view remembers.
   */
  const memory: Record<string, string | null | undefined> = {};
  const remember: Panel['remember'] = (name, given) => {
    const key = `chatelier:${number}:${name}`;
    if (given !== undefined) memory[name] = given;
    try {
      const store = name === 'token' ? config.store && window[config.store] : localStorage;
      if (store !== localStorage) delete localStorage[key];
      if (!store) return memory[name] || null;
      if (given) store[key] = given;
      if (given === null) delete store[key];
      return (store[key] as string | undefined) || memory[name] || null;
    } catch {
      return memory[name] || null;
    }
  };

  const send: Panel['send'] = (kind, value) => {
    if (isReady) inside.frame?.contentWindow?.postMessage({ chatelier: 1, frame: id, kind, value }, origin);
  };
  const sendPage = () => send('navigated', { url: pageUrl(), referrer: document.referrer });
  const paint = (theme: string | null) => {
    panel.style.colorScheme = !theme || theme === 'auto' ? 'light dark' : theme;
  };
  const isFull = () => phone.matches && !isPart;
  const update = () => {
    show(isOpen, count);
    panel.classList.toggle('o', isOpen);
    self.updated?.();
  };
  const blocked = () => {
    if (isReady || isBlocked) return;
    isBlocked = true;
    emit('error', { code: 'frame.refused' });
    if (isOpen) {
      calls.close();
      calls.open();
    }
  };
  const create = () => {
    if (isBlocked) return;
    inside.create();
    watch();
  };
  /* Where the frame is refused, nothing speaks out of it. */
  const watch = () => {
    if (!inside.frame || watching) return;
    watching = inside.frame;
    const wait = () => void setTimeout(blocked, 4000);
    if (inside.isLoaded) wait();
    else watching.onload = wait;
  };
  /* A frame that takes the focus while its page is still coming never gets the keys. */
  const enter = () => {
    if (isPart || document.activeElement !== lookedAt) return;
    inside.frame?.focus();
    send('focus');
  };
  const extras = () => (more ||= import('./extras.ts').then((file) => file.extend(self)));
  const later =
    <Name extends 'send' | 'identify' | 'setVariables' | 'reset'>(name: Name) =>
    (given?: unknown) =>
      void extras().then((file) => (file[name] as (given: unknown) => void)(given));

  const calls: PanelCalls = {
    open() {
      if (signal.aborted || isOpen) return;
      if (isBlocked) return void open(`${origin}/widgets/${number}`, '_blank', 'noopener');
      create();
      isOpen = wasOpened = true;
      count = 0;
      if (isFull()) void extras();
      try {
        if (config.popup) sessionStorage[popupKey] = 1;
      } catch {
        /* Where storage is refused, each page view is a session. */
      }
      update();
      lookedAt = document.activeElement;
      send('open', isFull());
      if (isReady) enter();
      emit('open');
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      update();
      send('close');
      if (document.activeElement === host) button.focus();
      emit('close');
    },
    toggle: () => (isOpen ? calls.close() : calls.open()),
    send: later('send'),
    identify: later('identify'),
    setVariables: later('setVariables'),
    reset: later('reset'),
  };

  const heard = (data: EmbedMessage) => {
    const { kind, value } = data;
    if (kind === 'ready') {
      const theme = remember('theme');
      isReady = true;
      sendPage();
      send('visitor-token', remember('token'));
      if (theme) send('theme', theme as ChatTheme);
      if (isOpen) {
        send('open', isFull());
        enter();
      }
      if (isWatching) send('watch', false);
      self.ready?.();
    }
    if (kind === 'visitor-token') remember('token', value);
    if (kind === 'close') calls.close();
    if (kind === 'theme') {
      remember('theme', value);
      paint(value);
    }
    if (kind === 'resize') panel.classList.toggle('wide', value === 'wide');
    if (kind === 'unread' && !isOpen) {
      count = value;
      update();
    }
    if (kind === 'unread' || kind === 'lead' || kind === 'paywall' || kind === 'purchase' || kind === 'error')
      emit(kind, value);
    /* What was said is for those who asked, and not for everything that listens to the window. */
    if (kind === 'message') emit(kind, { id: value.id, role: value.role });
    if (more || kind === 'end') void extras().then(({ hear }) => hear(data));
  };

  const hear = (event: Event) => {
    if (event instanceof MessageEvent) {
      const { source, origin: from, data } = event as MessageEvent<unknown>;
      if (
        source === inside.frame?.contentWindow &&
        from === origin &&
        isEmbedMessage(data) &&
        data.frame === id
      )
        heard(data);
    } else if (
      event instanceof SecurityPolicyViolationEvent &&
      event.effectiveDirective === 'frame-src' &&
      event.blockedURI.startsWith(origin)
    )
      blocked();
  };
  inside.early.push = (event) => (hear(event), 0);
  listen(window, 'chatelier:open', ({ detail }: CustomEvent) => {
    if (detail.number !== number && !isPart) calls.close();
  });
  /*
   * A visitor who goes on writing after an address change without a reload enters the frame first, and that
   * blurs the page.
   */
  listen(window, 'blur', sendPage);
  listen(host, 'keydown', (event: KeyboardEvent) => event.key === 'Escape' && calls.close());
  signal.addEventListener('abort', () => {
    isOpen = false;
    self.updated?.();
  });

  const self: Panel = {
    ...inside,
    phone,
    popupKey,
    remember,
    send,
    create,
    isOpen: () => isOpen,
    isReady: () => isReady,
    isFull,
  };
  /* Places are put right by the third file for the modes that it knows. */
  Object.defineProperty(self, 'place', {
    get: () => inside.place,
    set(place: () => void) {
      inside.place = place;
    },
  });
  paint(remember('theme') || config.initialTheme);
  inside.early.splice(0).forEach(hear);
  watch();
  return {
    ...calls,
    show: () => void extras().then((file) => file.show()),
    invite: () => {
      if (!wasOpened) void extras().then((file) => file.invite());
    },
    /** Wants to be told of messages, and with a listener of what they say. */
    read(listener?: false | ((event: { detail: { number: number; value?: unknown } }) => void)) {
      isWatching = true;
      send('watch', false);
      if (listener)
        void extras().then((file) => file.read((value) => listener({ detail: { number, value } })));
    },
  };
}
