/** @jsxImportSource preact */
import { render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Chat } from '#features/conversations/chat/shell/Chat.tsx';
import { createChatStore } from '#features/conversations/chat/store/chat-store.ts';
import { lazyPart } from '#features/conversations/chat/shell/lazy-part.tsx';
import { createVisitorApi } from '#features/conversations/chat/store/visitor-api.ts';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import type { PaywallScene } from '#features/payments/chat/scene.ts';
import type { ChatTheme } from '#shared/embed/protocol.ts';
import { readBoot } from './boot.ts';
import type { createHostCalls } from './host-calls.ts';
import './chat.css';
import './chat-cards.css';
import './chat-attachments.css';
import { connectHost } from './host-bridge.ts';
import { writeStored, readStored } from './memory.ts';
import { applyLook, effectiveTheme, onSystemTheme } from './theme.ts';

const Paywall = lazyPart(() =>
  import('#features/payments/chat/Paywall.tsx').then((module) => module.Paywall),
);

const Voice = lazyPart(() =>
  import('#features/voice/chat/Voice.tsx').then((module) => module.voiceIn(() => isOpen)),
);

const boot = readBoot();
const { number } = boot.agent;
const bridge = connectHost(boot.mode === 'preview');
/* A preview keeps nothing; in a loader's frame the host page keeps it; elsewhere our own origin does. */
const ownStorage = !bridge && boot.mode !== 'preview';
/* A link opens its conversation beside what this browser keeps of the agent. */
const { resume } = boot;
const ownToken = ownStorage && !resume;

const { history } = boot.agent;
const ticket = boot.placeTicket;
const api = createVisitorApi(
  ticket ? { ticket, host: bridge?.host ?? location.origin } : null,
  resume?.token,
);
if (boot.agent.visitorKey && boot.mode !== 'preview') api.ownKey(readStored(`${number}:openai-key`));
const store = createChatStore({
  agent: boot.agent,
  api,
  preview: boot.preview,
  tag: boot.tag,
  onToken: (token) => {
    if (!token) writeStored(`${number}:openai-key`, null);
    if (bridge && boot.mode === 'embed') bridge.send('visitor-token', token);
    else if (ownToken) writeStored(`${number}:token`, token, history);
  },
  home: resume?.home,
  onPageCall: (call) =>
    void import('./page-calls.ts').then((file) =>
      file.answerPageCall(call, api, boot.mode === 'preview' ? null : bridge),
    ),
  tell: (kind, value) => {
    bridge?.send(kind, value);
    /* In a frame the page around follows. */
    const { url } = Object(value);
    if (ownStorage && url?.startsWith('https:')) location.assign(url);
  },
});

function Mount() {
  const [chosen, setChosen] = useState<ChatTheme | 'auto' | null>(() =>
    ownStorage ? (readStored('theme') as ChatTheme | null) : null,
  );
  const [agent, setAgent] = useState(boot.agent);
  const [isFull, setFull] = useState(false);
  const [isWide, setWide] = useState(false);
  const [, redraw] = useState(0);
  const theme = effectiveTheme(agent, chosen);
  applyLook(agent, theme, boot);

  /*
   * Heard from the first drawing on: a frame that is not shown draws late, and the page around answers
   * meanwhile.
   */
  useLayoutEffect(() => onSystemTheme(() => redraw((count) => count + 1)), []);
  useLayoutEffect(() => store.subscribe(() => setAgent(store.get().agent)), []);
  useLayoutEffect(() => {
    bridge?.listen(({ kind, value }) => {
      if (kind === 'theme') setChosen(value);
      if (kind === 'open') setFull(value);
      if (kind === 'resize') setWide(value === 'wide');
    });
  }, []);

  const embedded = boot.mode === 'embed' && !bridge?.isFixed && bridge;
  return (
    <Chat
      store={store}
      mode={boot.mode}
      theme={theme}
      onTheme={() => {
        const next = theme === 'dark' ? 'light' : 'dark';
        setChosen(next);
        if (bridge) bridge.send('theme', next);
        else writeStored('theme', next);
      }}
      isFull={isFull}
      isWide={isWide}
      onWide={
        embedded
          ? () => {
              bridge.send('resize', isWide ? 'normal' : 'wide');
              setWide(!isWide);
            }
          : undefined
      }
      onClose={embedded ? () => bridge.send('close') : undefined}
      poweredBy={boot.poweredBy}
      Paywall={Paywall}
      Voice={Voice}
      onFocusable={(focus) => {
        focusComposer = focus;
      }}
    />
  );
}

let focusComposer = () => {};
/*
 * What people say is followed once there is a conversation that they may join; the first answer's own scripts
 * come first.
 */
let people = 0;
store.subscribe(() => {
  if (store.conversationId() && !store.get().busy)
    people ||= window.setTimeout(
      () =>
        void import('#features/conversations/chat/people/People.tsx').then((module) =>
          module.followPeople(store, () => isOpen),
        ),
      900,
    );
});
/*
 * The visitor's tabs are one conversation where the browser keeps who they are for all of them. What that
 * takes is fetched once another tab has been heard of.
 */
if (history === 'local' && !resume && boot.mode !== 'preview' && window.BroadcastChannel) {
  const channel = new BroadcastChannel(`chatelier:${number}:${bridge?.host}`);
  const call = () => channel.postMessage({ kind: 'here' });
  channel.onmessage = () => {
    channel.onmessage = null;
    call();
    void import('#features/conversations/chat/store/tabs.ts').then((module) =>
      module.shareTabs(store, channel),
    );
  };
  call();
}
let isOpen = !bridge || bridge.isFixed || boot.mode === 'preview';

/* Whoever went on with another agent goes on there when the page comes again. */
let isNew = true;
const connect = (known: string | null) =>
  void store.connect(known).then(() => {
    const last = isNew && store.get().switchable.find(({ isLast }) => isLast);
    isNew = false;
    if (last)
      void import('#features/conversations/chat/switching/switching.ts').then((module) =>
        module.switchTo(store, last),
      );
  });

function listenToHost() {
  if (!bridge) return;
  let token: string | null = null;
  /* Few pages ask for anything; the editor's preview always does. */
  const isAsked = /^(close|watch|identify|variables|send|reset)$/;
  let calls: Promise<ReturnType<typeof createHostCalls>> | undefined;
  const load = () => {
    const before = store.get();
    return (calls ??= import('./host-calls.ts').then((file) =>
      file.createHostCalls({ store, api, bridge, before, isOpen: () => isOpen }),
    ));
  };
  if (boot.mode === 'preview') void load();
  bridge.listen((message) => {
    const { kind, value } = message;
    if (calls || isAsked.test(kind)) void load().then(({ hear }) => hear(message));
    if (kind === 'navigated') store.setPage({ url: value.url, referrer: value.referrer });
    if (kind === 'visitor-token') {
      token = value || null;
      /*
       * A known visitor's conversation comes back at once; a new visitor begins to exist when they open the
       * chat.
       */
      if (token) connect(token);
    }
    if (kind === 'open') {
      isOpen = true;
      connect(token);
    }
    if (kind === 'focus') focusComposer();
    if (kind === 'reset') token = null;
    if (kind === 'close') isOpen = false;
    if (kind === 'preview-config' && boot.mode === 'preview') {
      if (value.agent) store.setAgent(value.agent as PublicAgent);
      if (value.restart) store.restart();
      const { scene } = value;
      if (scene)
        void import('#features/payments/chat/scene.ts').then((module) =>
          module.showScene(store, api, scene as PaywallScene),
        );
    }
  });
  bridge.send('ready');
  const { analytics } = boot.agent;
  if (boot.mode === 'embed' && (analytics.google || analytics.meta)) bridge.send('analytics', analytics);
}

/* Whoever needs no word from a page around begins before anything is drawn. */
if (ownToken) store.setPage({ url: location.href.split(/[?#]/, 1)[0]!, referrer: document.referrer });
if (!bridge || boot.mode === 'preview') connect(ownToken ? readStored(`${number}:token`, history) : null);

/* Before drawing, so that the page around answers meanwhile. */
listenToHost();

/* What the page came with is taken over, not made anew. */
render(<Mount />, document.getElementById('chatelier-chat')!);
if (!bridge) focusComposer();
