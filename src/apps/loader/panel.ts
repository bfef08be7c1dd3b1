import { isEmbedMessage } from '#shared/embed/protocol.ts';
import type {
  ChatTheme,
  ConsentGiven,
  EmbedKind,
  EmbedMessage,
  EmbedValues,
} from '#shared/embed/protocol.ts';
import type { extend } from './extras.ts';
import type { Inside } from './launcher.ts';
import type { createPageTools } from './page-tools.ts';
import { fullScreen, panelStyle } from './panel-style.ts';
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
  /** What the page says that its visitor agreed to. */
  consent?: ConsentGiven;
  /** Whether the open panel fills a phone's screen. */
  isFull(): boolean;
  /** Gives the panel the ground of a theme, until the chat has drawn its own. */
  paint(theme: string): void;
  /** After every change of state. */
  updated?(): void;
  /** The frame listens, for the first time or again. */
  ready?(): void;
};

/**
 * Address of the page as it is told to the chat: of its query, which may hold what is nobody's business, the campaign
 * alone.
 */
const pageUrl = () => {
  const said = location.search.match(/\butm_\w+=[^&]{0,200}/g);
  return location.origin + location.pathname + (said ? `?${said.join('&')}` : '');
};
const phone = matchMedia(fullScreen);
/** A frame that says nothing so long after it has come, or while it comes, has failed; ms. */
const silences = { loaded: 3000, loading: 20_000 };

/** What the page said that its visitor agreed to, for an agent that is taken away and placed again. */
const agreed: Record<number, ConsentGiven> = {};

/** The panel of one launcher with the chat's frame in it, which is made when somebody comes near. */
export function createPanel(inside: Inside) {
  const { config, options, host, button, show, emit, listen, signal, panel, id } = inside;
  const { origin, number } = config;
  const isPart = options.mode === 'inline' || options.mode === 'page';
  const popupKey = `chatelier:${number}:popup`;
  let isOpen = false;
  let isReady = false;
  let isBlocked = false;
  let failures = 0;
  let watching: HTMLIFrameElement | undefined;
  let wasOpened = false;
  /**
   * What had the page's focus when the chat was opened: whoever has gone on to something else stays there.
   */
  let lookedAt: Element | null = null;
  let isWatching = false;
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

  let count = Number(remember('unread'));

  const send: Panel['send'] = (kind, value) => {
    if (isReady) inside.frame?.contentWindow?.postMessage({ chatelier: 1, frame: id, kind, value }, origin);
  };
  const sendPage = () => send('navigated', { url: pageUrl(), referrer: document.referrer });
  const paint = (theme: string | null) => {
    panel.style.colorScheme = !theme || theme === 'auto' ? 'light dark' : theme;
  };
  const resize = (size: string | null) => panel.classList.toggle('wide', size === 'wide');
  const isFull = () => phone.matches && !isPart;
  const update = () => {
    show(isOpen, count);
    remember('unread', count ? `${count}` : null);
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
  /** What has the page's focus, also within the page's own components. */
  const focused = () => {
    let at = document.activeElement;
    while (at && at !== host && at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  const create = () => {
    if (isBlocked) return;
    inside.create();
    watch();
  };
  /** Makes the frame anew: an address that failed can't be gone to once more. */
  const retry = () => {
    inside.frame?.remove();
    inside.isLoaded = isReady = false;
    inside.frame = watching = undefined;
    create();
  };
  /* Nothing speaks out of a frame that could not be reached. Once it is tried again without a word. */
  const watch = () => {
    const { frame } = inside;
    if (!frame || watching) return;
    watching = frame;
    let timer = 0;
    /* Fetched while the server can still be reached. */
    const card = import('./failure-card.ts');
    card.catch(() => undefined);
    const wait = (time: number) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (isReady || isBlocked || signal.aborted || inside.frame !== frame) return;
        if (!failures++) return retry();
        emit('error', { code: 'frame.unreachable' });
        void card.then((file) => file.showFailure(self, retry));
      }, time);
    };
    wait(inside.isLoaded ? silences.loaded : silences.loading);
    frame.onload = () => wait(silences.loaded);
  };
  /* A frame that takes the focus while its page is still coming never gets the keys. */
  const enter = () => {
    const now = focused();
    if (isPart || (now !== lookedAt && now !== document.body)) return;
    inside.frame?.focus();
    send('focus');
  };
  let pageTools: Promise<ReturnType<typeof createPageTools>> | undefined;
  const tools = () => {
    pageTools ||= import('./page-tools.ts').then((file) => file.createPageTools(self));
    /* What the network lost is fetched at the next call. */
    pageTools.catch(() => (pageTools = undefined));
    return pageTools;
  };
  const extras = () => (more ||= import('./extras.ts').then((file) => file.extend(self)));
  const later =
    <Name extends 'send' | 'identify' | 'setVariables' | 'setTheme' | 'reset'>(name: Name) =>
    (given?: unknown) =>
      void extras().then((file) => (file[name] as (given: unknown) => void)(given));

  const calls: PanelCalls = {
    open() {
      if (signal.aborted || isOpen) return;
      if (isBlocked) return void open(`${origin}/widgets/${number}`, '_blank', 'noopener');
      create();
      lookedAt = focused();
      isOpen = wasOpened = true;
      count = 0;
      if (isFull()) void extras();
      /* Above what came into the top layer since. */
      if (!isPart) {
        host.hidePopover?.();
        host.showPopover?.();
      }
      try {
        if (config.popup) sessionStorage[popupKey] = 1;
      } catch {
        /* Where storage is refused, each page view is a session. */
      }
      update();
      /* Another tab may have become somebody meanwhile. */
      send('visitor-token', remember('token'));
      send('open', isFull());
      if (isReady) enter();
      emit('open');
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      update();
      send('close');
      const now = focused();
      const { body } = document;
      /* To what opened the chat: the launcher, or a link of the page. */
      if (now === host || now === body)
        (lookedAt && lookedAt !== host && lookedAt !== body ? (lookedAt as HTMLElement) : button).focus();
      emit('close');
    },
    toggle: () => (isOpen ? calls.close() : calls.open()),
    send: later('send'),
    identify: later('identify'),
    setVariables: later('setVariables'),
    setTheme: later('setTheme'),
    reset: later('reset'),
    setConsent: (given) => void (self.consent = agreed[number] = given),
    registerTool: (name, handler) => void tools().then((file) => file.register(name, handler)),
  };

  const heard = (data: EmbedMessage) => {
    const { kind, value } = data;
    if (kind === 'ready') {
      const theme = remember('theme');
      isReady = true;
      failures = 0;
      panel.classList.add('r');
      sendPage();
      send('visitor-token', remember('token'));
      if (theme) send('theme', theme as ChatTheme);
      if (remember('wide')) send('resize', 'wide');
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
    if (kind === 'resize') {
      remember('wide', value === 'wide' ? value : null);
      resize(value);
    }
    if (kind === 'unread' && !isOpen) {
      /* With those from before the page was loaded anew. */
      count++;
      update();
      emit(kind, count);
    }
    if (kind === 'lead' || kind === 'paywall' || kind === 'purchase' || kind === 'error') emit(kind, value);
    /* What was said is for those who asked, and not for everything that listens to the window. */
    if (kind === 'message') emit(kind, { id: value.id, role: value.role });
    if (kind === 'analytics') void import('./analytics.ts').then((file) => file.measure(self, value));
    if (kind === 'tool-wanted' || kind === 'tool-call') void tools().then(({ hear }) => hear(data));
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
    paint,
    ...(agreed[number] && { consent: agreed[number] }),
  };
  /* Places are put right by the third file for the modes that it knows. */
  Object.defineProperty(self, 'place', {
    get: () => inside.place,
    set(place: () => void) {
      inside.place = place;
    },
  });
  paint(remember('theme') || config.initialTheme);
  resize(remember('wide'));
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
