/** @jsxImportSource preact */
import type { ComponentType } from 'preact';
import type { ChatTheme } from '#shared/embed/protocol.ts';
import type { ChatMode } from '../shell/Chat.tsx';
import type { ChatStore } from '../store/chat-store.ts';
import { ConversationsSheet } from './ConversationsSheet.tsx';
import { AboutSheet, DeleteSheet, EndSheet } from './menu-sheets.tsx';
import { OwnKeySheet } from './OwnKeySheet.tsx';
import { askForPerson } from '../people/people.ts';
import { downloadTranscript } from '../messages/transcript.ts';
import type { Translate } from '../shell/texts.ts';
import type { TextKey } from '../store/visitor-types.ts';

/**
 * What an entry of the chat's menu works with. `close` also gives the focus back; `markDone` says that what a
 * sheet asked is answered and done.
 */
export type MenuContext = {
  store: ChatStore;
  t: Translate;
  mode: ChatMode;
  close: () => void;
  markDone: () => void;
  /** What else the header's icons do, while they have no room there. */
  folded: {
    theme: ChatTheme;
    onTheme: (() => void) | false;
    isWide: boolean | undefined;
    onWide: (() => void) | false | undefined;
  };
};

/**
 * One entry of the menu: it does something at once (`run`), or opens a `Sheet` in the menu's place.
 * `path` is its icon, an outline in a 24 × 24 box.
 */
export type MenuEntry = {
  id: string;
  label: TextKey | ((context: MenuContext) => TextKey);
  path: string;
  isShown?: (context: MenuContext) => boolean;
  isDisabled?: (context: MenuContext) => boolean;
  run?: (context: MenuContext) => void;
  Sheet?: ComponentType<MenuContext>;
  /** Of a sheet that asks: what it asks. It brings its own buttons. */
  question?: TextKey;
};

const isEmpty = ({ store }: MenuContext) => store.get().entries.length === 0;

/** The menu from top to bottom. */
export const menuEntries: readonly MenuEntry[] = [
  {
    id: 'new',
    label: 'header.newChat',
    path: 'M12 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5M18.4 3.6a1.7 1.7 0 0 1 2.4 2.4L13 13.8l-3.2.8.8-3.2z',
    isDisabled: isEmpty,
    run: ({ store }) => store.restart(),
  },
  {
    id: 'theme',
    label: ({ folded }) => (folded.theme === 'dark' ? 'header.toLight' : 'header.toDark'),
    path: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 3.5v17M12 8l7.2-.6M12 12.5h8.4M12 17l6-.8',
    isShown: ({ folded, store }) => !!folded.onTheme && store.get().agent.appearance.themeToggle,
    run: ({ folded }) => folded.onTheme && folded.onTheme(),
  },
  {
    id: 'wide',
    label: ({ folded }) => (folded.isWide ? 'header.shrink' : 'header.expand'),
    path: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
    isShown: ({ folded }) => !!folded.onWide,
    run: ({ folded }) => folded.onWide && folded.onWide(),
  },
  {
    id: 'conversations',
    label: 'menu.conversations',
    path: 'M8 6h12M8 12h12M8 18h12M4 6v.1M4 12v.1M4 18v.1',
    isShown: ({ mode, store }) =>
      mode !== 'preview' && !store.isResumed && store.get().agent.history !== 'off',
    isDisabled: ({ store }) => store.get().session !== 'ready' || store.get().busy,
    Sheet: ConversationsSheet,
  },
  {
    id: 'transcript',
    label: 'menu.transcript',
    path: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
    isDisabled: isEmpty,
    run: ({ store, t }) => downloadTranscript(store.get(), t),
  },
  {
    id: 'person',
    label: 'people.ask',
    path: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20a7.5 7.5 0 0 1 15 0',
    isShown: ({ store }) => !!store.get().agent.people && (store.get().people?.handler ?? 'ai') === 'ai',
    run: ({ store, t }) => askForPerson(store, t),
  },
  {
    id: 'usage',
    label: 'paywall.usage.title',
    path: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 8.5h5M9.5 12.5h5',
    isShown: ({ store }) => !!store.get().balance && !store.isResumed,
    run: ({ store }) => store.set({ paywall: 'usage' }),
  },
  {
    id: 'own-key',
    label: 'ownKey.menu',
    path: 'M15 9.5a5 5 0 1 0-4.2 4.9L12.5 16H15v2h2v2h3v-2.8l-5.4-5.4a5 5 0 0 0 .4-2.3ZM8.5 8v.1',
    isShown: ({ store }) => store.get().agent.visitorKey,
    Sheet: OwnKeySheet,
  },
  {
    id: 'end',
    label: 'menu.end',
    path: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M16.5 8.5L20 12l-3.5 3.5',
    isShown: ({ store }) => !!store.get().agent.ending,
    isDisabled: ({ store }) => !store.conversationId() || !!store.get().ended,
    Sheet: EndSheet,
    question: 'end.title',
  },
  {
    id: 'about',
    label: 'menu.about',
    path: 'M12 11.5V16M12 8v.1M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
    Sheet: AboutSheet,
  },
  {
    id: 'report',
    label: 'menu.report',
    path: 'M6 21V4h11l-2.5 4L17 12H6',
    isShown: ({ mode }) => mode !== 'preview',
    run: ({ store }) => void open(`/widgets/${store.get().agent.number}/report`, '_blank', 'noopener'),
  },
  {
    id: 'delete',
    label: 'menu.delete',
    path: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5',
    isShown: ({ mode, store }) => mode !== 'preview' && !store.isResumed,
    Sheet: DeleteSheet,
    question: 'delete.title',
  },
];
