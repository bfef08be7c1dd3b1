import { jsonInScript } from '../text/escape-html.ts';
import { readableOn } from '../readable-color.ts';

/**
 * What the loader (on somebody's page) and the chat frame (on our origin) say to each other by `postMessage`.
 * Every message carries the protocol's version and the frame's id, so that several agents, several loaders
 * and foreign scripts on one page never answer each other. Both ends also check `event.source` and
 * `event.origin`, and always name the receiver's origin.
 */
export const embedProtocolVersion = 1;

/** What the server knows of an agent's launcher. */
export type LauncherConfig = {
  /** Origin of the instance, without a trailing slash. */
  origin: string;
  number: number;
  name: string;
  color: string;
  layout: LauncherLayout;
  launcherIcon: LauncherIcon;
  avatarUrl: string | null;
  initialTheme: ChatTheme | 'auto';
  history: HistoryMode;
  /** Language code of the texts. */
  language: string;
  texts: { open: string; close: string; title: string; dismiss: string };
};
/** Where launcher and panel stand; pixels, and seconds for the delay. */
export type LauncherLayout = {
  position: LauncherPosition;
  offsetX: number;
  offsetY: number;
  size: 'compact' | 'regular' | 'tall';
  launcherText: string;
  hideLauncher: boolean;
  popupMessage: string;
  popupDelay: number;
  popupOnPhones: boolean;
};
export type LauncherPosition = 'bottom-right' | 'bottom-left' | 'bottom-center';
export type LauncherIcon = 'chat' | 'sparkle' | 'question' | 'headset' | 'avatar';
export type ChatTheme = 'light' | 'dark';
/** Where the browser keeps the visitor's token: until it is deleted, until the tab is closed, or nowhere. */
export type HistoryMode = 'local' | 'session' | 'off';
/** Who a visitor is: a JWT (HS256) of the page's server, or plain facts with an HMAC-SHA256 over them. */
export type VisitorStatement =
  | { token: string }
  | { id: string; email?: string; name?: string; hash: string };

/** Whose statistics hear of the chat, and whether the page's word (`asked`) is waited for. */
export type AnalyticsChoice = {
  google: boolean;
  meta: boolean;
  consent: 'asked' | 'page';
};
/** What a visitor agreed to on the page: statistics, advertising. */
export type ConsentGiven = {
  analytics?: boolean;
  marketing?: boolean;
};

/** What each kind of message carries as its `value`. */
export type EmbedValues = {
  /**
   * Frame → host: the frame listens. The host answers with `navigated` and `visitor-token`, then `open` when
   * the panel is open.
   */
  ready: undefined;
  /** Host → frame: the token kept for this visitor, if any. Frame → host: keep this one. */
  'visitor-token': string | null;
  /** Host → frame: the panel was opened, and whether it fills the screen. */
  open: boolean;
  /** Host → frame: the panel took the page's focus; the frame moves it into the composer. */
  focus: undefined;
  /** Host → frame: the panel was closed. Frame → host: close it, please. */
  close: undefined;
  /**
   * Frame → host: please use the wide panel or the normal one. Host → frame: this one is used, from last time.
   */
  resize: 'normal' | 'wide';
  /** Frame → host: how many answers arrived while the panel was closed. */
  unread: number;
  /**
   * Frame → host: the visitor chose this theme. Host → frame: what they chose last time, or what the page
   * chooses.
   */
  theme: ChatTheme | 'auto';
  /**
   * Host → frame: who the visitor is, by the word of the page's server; the frame answers with `identified`.
   */
  identify: VisitorStatement;
  /** Frame → host: whether our server believed the statement; `code` says why not. */
  identified: { ok: boolean; code?: string };
  /** Host → frame: what the page tells of the visitor; nobody vouches for it. */
  variables: Record<string, string>;
  /** Host → frame: send this as the visitor's message. */
  send: string;
  /** Host → frame: forget this visitor; the next message comes from a new one. */
  reset: undefined;
  /** Host → frame: the page wants to be told of messages, and with `true` also what they say. */
  watch: boolean;
  /** Frame → host: a message was sent or an answer ended. */
  message: { id: string; role: 'visitor' | 'agent'; text?: string };
  /** Frame → host: the visitor left their address in the contact form. */
  lead: undefined;
  /** Frame → host: the visitor was asked to pay, or put the offer aside. */
  paywall: { isOpen: boolean };
  /**
   * Frame → host: a payment of the visitor was confirmed; the amount is in the currency's smallest unit. Only
   * a figure for statistics: what was really paid is known to the server.
   */
  purchase: {
    id: string;
    type: 'subscription' | 'pack' | 'once';
    total: number;
    currency: string;
    isTest: boolean;
  };
  /**
   * Frame → host: the conversation was ended. The host closes the panel, and follows `url` when it is an
   * https address.
   */
  end: { url: string | null };
  /** Frame → host: something went wrong that the page may want to know. */
  error: { code: string };
  /** Frame → host: which of the page's own statistics hear of what happens. */
  analytics: AnalyticsChoice;
  /** Frame → host: an answer wants a function of the page; the host says by `tool-able` whether it has it. */
  'tool-wanted': { id: string; name: string };
  /** Host → frame. */
  'tool-able': { id: string; isAble: boolean };
  /** Frame → host: run it, within so many milliseconds; the host answers with `tool-result`. */
  'tool-call': { id: string; name: string; arguments: Record<string, unknown>; milliseconds: number };
  /** Host → frame: what the page's handler gave, as text, or why it failed. */
  'tool-result': { id: string; isDone: boolean; text: string };
  /** Host → frame: the page that the visitor is on, also when it changes without a reload. */
  navigated: { url: string; referrer?: string };
  /**
   * Editor → preview frame: show this `PublicAgent`; `restart` begins an empty conversation; `scene` stages a
   * state of paying; `saved` says that the server has other rules for the visitor now.
   */
  'preview-config': { agent?: object; restart?: boolean; scene?: object; saved?: boolean };
};
export type EmbedKind = keyof EmbedValues;
export type EmbedMessage = {
  [Kind in EmbedKind]: {
    chatelier: typeof embedProtocolVersion;
    frame: string;
    kind: Kind;
    value: EmbedValues[Kind];
  };
}[EmbedKind];

/** Each kind with the first letters of the types (`typeof`) that its value may have. */
const shapes =
  /^((ready|close|reset|lead|focus):u|visitor-token:[so]|(open|watch):b|(resize|theme|send):s|unread:n|(navigated|identify|identified|variables|message|paywall|purchase|end|error|preview-config|analytics|tool-\w+):o)$/;

/**
 * Whether anything that arrived by `postMessage` is a message of this protocol. The sender's origin and
 * source are checked apart.
 */
export function isEmbedMessage(data: unknown): data is EmbedMessage {
  const { chatelier, frame, kind, value } = Object(data);
  return (
    chatelier === embedProtocolVersion &&
    typeof frame === 'string' &&
    typeof kind === 'string' &&
    shapes.test(`${kind}:${(typeof value)[0]}`)
  );
}

/**
 * What the loader gets: of the configuration what it needs, and what the server can work out so that the
 * loader stays small.
 */
export type LauncherSetup = Pick<
  LauncherConfig,
  'origin' | 'number' | 'avatarUrl' | 'initialTheme' | 'language'
> &
  Pick<LauncherLayout, 'position' | 'offsetX' | 'size' | 'hideLauncher'> & {
    /** Where the panel begins above the bottom edge. */
    bottom: number;
    /** Outline of the icon in a 24 × 24 box. */
    iconPath: string;
    /** Style of the button. */
    style: string;
    /** Words beside the icon; empty for none. */
    label: string;
    /** Name of the page's storage that keeps the visitor's token; empty for none. */
    store: 'localStorage' | 'sessionStorage' | '';
    /** A message that shows by itself, after seconds. */
    popup: { text: string; delay: number; phones: boolean; dismiss: string } | null;
    texts: { open: string; close: string; title: string };
  };

const bubble = 'M20 11.5a7.5 7.5 0 0 1-10.9 6.7L4 20l1.7-4.9A7.5 7.5 0 1 1 20 11.5Z';
/** The launcher's icons, drawn for this product. */
export const launcherIconPaths: Record<LauncherIcon, string> = {
  chat: bubble,
  avatar: bubble,
  sparkle: 'M11 4l1.8 5.2L18 11l-5.2 1.8L11 18l-1.8-5.2L4 11l5.2-1.8zM18 16v5M15.5 18.5h5',
  question:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.3 9.2a2.8 2.8 0 1 1 4.2 2.4c-1 .6-1.5 1.2-1.5 2.2M12 17v.1',
  headset:
    'M4 14v-2a8 8 0 0 1 16 0v2M4 14a2 2 0 0 1 4 0v2a2 2 0 0 1-4 0zM20 14a2 2 0 0 0-4 0v2a2 2 0 0 0 4 0zM20 16a4 4 0 0 1-4 4h-3',
};

/**
 * The button's style. `!important` on `:host` beats the page's own rules, also its `!important` ones; nothing
 * else of the page reaches inside. `--i` is how far the launchers before this one on its side of the page
 * push it.
 */
export function launcherStyle(
  color: string,
  { position, offsetX, offsetY, launcherText, hideLauncher }: LauncherLayout,
): string {
  const side = position.slice(7);
  const place =
    side === 'center' ? 'left:50%;translate:calc(-50% + var(--i))' : `${side}:calc(${offsetX}px + var(--i))`;
  return `:host{all:initial!important;position:fixed!important;z-index:2147483000!important}
*{box-sizing:border-box;transition:.18s ease-out}
button{position:fixed;z-index:2147483000;bottom:${offsetY}px;${place};${hideLauncher ? 'display:none;' : ''}width:56px;height:56px;padding:0;border:2px solid #0000;border-radius:28px;background:${color};color:${readableOn(color)};box-shadow:0 8px 24px #0003;cursor:pointer;font:600 15px/52px system-ui}
button:hover{scale:1.05}
button:focus-visible{outline:3px solid #fff;box-shadow:0 0 0 6px #0f1f1b}
svg{width:30px;vertical-align:middle;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
img{position:absolute;top:-2px;left:-2px;width:56px;height:56px;border-radius:50%;object-fit:cover}
${launcherText ? '[aria-expanded=false]{width:auto;padding:0 18px 0 11px}span{padding-left:9px}' : ''}[aria-expanded=true] :is(img,span),b:empty{display:none}
b{position:absolute;top:-4px;right:-4px;min-width:20px;border-radius:10px;background:#c81e1e;color:#fff;font:600 12px/20px system-ui}
@media(prefers-reduced-motion){*{transition:none}}
@media print{:host{display:none!important}}`;
}

/** The place in the built loader that the server fills with the launcher's configuration. */
export const launcherConfigPlaceholder = '"__CHATELIER_CONFIG__"';

/**
 * The built loader with this configuration in it, safe to serve as a script and to paste into a page.
 * `{{name}}` in the texts becomes the agent's name.
 */
export function insertLauncherConfig(loader: string, config: LauncherConfig): string {
  const named = (text: string) => text.split('{{name}}').join(config.name);
  const { origin, number, color, layout, initialTheme, language, launcherIcon } = config;
  const { open, close, title, dismiss } = config.texts;
  const { position, offsetX, offsetY, size, hideLauncher, popupMessage, popupDelay, popupOnPhones } = layout;
  const label = hideLauncher ? '' : layout.launcherText;
  const setup: LauncherSetup = {
    origin,
    number,
    position,
    offsetX,
    size,
    hideLauncher,
    bottom: hideLauncher ? offsetY : offsetY + 68,
    initialTheme,
    language,
    label,
    avatarUrl: launcherIcon === 'avatar' ? config.avatarUrl : null,
    /* What can be read on the button is also how it is called by voice. */
    texts: { open: (label && `${label}: `) + named(open), close: named(close), title: named(title) },
    iconPath: launcherIconPaths[launcherIcon],
    store: config.history === 'off' ? '' : `${config.history}Storage`,
    popup: popupMessage.trim()
      ? { text: popupMessage.trim(), delay: popupDelay, phones: popupOnPhones, dismiss }
      : null,
    style: launcherStyle(color, layout),
  };
  const json = jsonInScript(setup).markup;
  return loader.replace(launcherConfigPlaceholder, () => json);
}
