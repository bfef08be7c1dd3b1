import { createCallTimes, type CallEvent } from '../call-times.ts';
import { onPress, seconds, type VoicePage } from './voice-kit.ts';

/** The part of a page that puts agents on it; that of the other diagnostics. */
export type AgentPlacing = {
  addAgent(number: number): Promise<{ agent: { open(): void } }>;
  removeAgents(): void;
  launchers(): HTMLElement[];
};

/** Between two looks whether the chat is there, in ms. */
const lookMs = 200;
const mostEvents = 200;
const phases = ['explained', 'opening', 'listening', 'thinking', 'speaking', 'muted', 'ended', 'over'];

/** The real widget of an agent, and every state of its button and of the call in it, with times. */
export function startLauncherWatch(page: VoicePage, placing: AgentPlacing): void {
  const { place, text, agent } = page;
  const [launcher, times] = [page.step('launcher')!, page.step('times')!];
  if (!agent) return;
  const log = place.querySelector<HTMLOListElement>('[data-log]')!;
  const open = launcher.button('open');
  const measured = createCallTimes();
  let opened: { open(): void } | null = null;
  let watched: Document | null = null;
  let known: Record<string, string> = {};
  let began = performance.now();

  function write(words: string, at = performance.now()): void {
    place.querySelector('[data-log-empty]')?.remove();
    const line = document.createElement('li');
    const time = document.createElement('time');
    time.textContent = `${((at - began) / 1_000).toFixed(2)} ${text('words.seconds')}`;
    line.append(time, words);
    log.hidden = false;
    log.append(line);
    if (log.childElementCount > mostEvents) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  }

  /** Shows a state where it has changed, and writes it down. */
  function state(
    row: 'launcher' | 'button' | 'call' | 'words' | 'heard',
    value: string,
    isBad = false,
  ): void {
    if (known[row] === value) return;
    known[row] = value;
    launcher.report(row, value, isBad ? 'bad' : row === 'launcher' || row === 'button' ? 'good' : 'note');
    if (value) write(`${text(`launcher.${row}`)}: ${value}`);
  }

  function note(event: CallEvent): void {
    const { toCall, toAnswer, toSound } = measured.note(event);
    for (const [row, ms, slowMs] of [
      ['toCall', toCall, 3_000],
      ['toAnswer', toAnswer, 3_000],
      ['toSound', toSound, 3_500],
    ] as const)
      if (ms !== undefined) times.report(row, seconds(ms, text), ms > slowMs ? 'bad' : 'good');
  }

  const frameOf = (): HTMLIFrameElement | null =>
    placing.launchers()[0]?.shadowRoot?.querySelector('iframe') ?? null;

  /** Looks into the chat, which is of the same site as this page. */
  function lookIn(chat: Document): void {
    const talk = chat.querySelector<HTMLButtonElement>('.cw-bottom .cw-attach[aria-expanded]');
    const bar = chat.querySelector<HTMLElement>('.cw-call');
    // One that was pressed is disabled, too, while its call goes on or is fetched.
    const isOff = !!talk?.disabled && talk.getAttribute('aria-expanded') !== 'true';
    if (talk) state('button', text(isOff ? 'words.disabled' : 'words.ready'), isOff);
    else if (chat.querySelector('textarea')) state('button', text('words.missing'), true);
    const phase = bar?.dataset['phase'] ?? 'idle';
    const wasPhase = known['phase'];
    if (phase !== wasPhase) {
      known['phase'] = phase;
      note({ kind: 'phase', phase, at: performance.now() });
      state('call', phases.includes(phase) || phase === 'idle' ? text(`words.${phase}`) : phase);
    }
    if (bar) state('words', bar.querySelector('.cw-call-words')?.textContent ?? '', phase === 'over');
    const heard = bar?.querySelector('.cw-call-heard')?.textContent ?? '';
    if (heard && known['heard'] !== heard) {
      note({ kind: 'heard', at: performance.now() });
      state('heard', heard);
    }
  }

  function watch(frame: HTMLIFrameElement, view: Window & typeof globalThis, chat: Document): void {
    watched = chat;
    const observer = new view.MutationObserver(() => lookIn(chat));
    observer.observe(chat, { subtree: true, childList: true, attributes: true, characterData: true });
    chat.addEventListener(
      'click',
      ({ target }) => {
        const pressed = (target as Element | null)?.closest?.('button');
        if (!pressed?.matches('.cw-call-main:not(.cw-call-end), .cw-attach[aria-expanded]')) return;
        const at = performance.now();
        note({ kind: 'press', at });
        write(
          `${text('words.press')}: ${pressed.getAttribute('aria-label') ?? pressed.textContent ?? ''}`,
          at,
        );
      },
      true,
    );
    const sounds = (): void => {
      const at = performance.now();
      note({ kind: 'sound', at });
      write(text('words.sound'), at);
    };
    hearSounds(view, sounds);
    new view.PerformanceObserver((list) => {
      for (const entry of list.getEntries()) vendorAsked(entry);
    }).observe({ type: 'resource' });
    frame.addEventListener('load', () => (watched = null), { once: true });
    lookIn(chat);
  }

  function vendorAsked({ name, duration }: PerformanceEntry): void {
    const kind = /\/api\/visitor\/speech\/(heard|said)$/.exec(name)?.[1];
    if (!kind) return;
    const value = seconds(duration, text);
    times.report(kind === 'heard' ? 'heardBy' : 'saidBy', value, duration > 2_500 ? 'bad' : 'good');
    write(`${text(kind === 'heard' ? 'words.asked' : 'words.told')}: ${value}`);
  }

  function look(): void {
    const frame = frameOf();
    const view = frame?.contentWindow as (Window & typeof globalThis) | null | undefined;
    const chat = frame?.contentDocument;
    if (
      frame &&
      view &&
      chat &&
      chat !== watched &&
      chat.readyState === 'complete' &&
      chat.querySelector('textarea')
    )
      watch(frame, view, chat);
  }

  onPress(launcher, 'place', '', async () => {
    placing.removeAgents();
    known = {};
    launcher.clear();
    times.clear();
    log.replaceChildren();
    began = performance.now();
    state('launcher', text('words.notPlaced'));
    ({ agent: opened } = await placing.addAgent(agent.number));
    state('launcher', text('words.closed'));
    open.disabled = false;
  });
  open.addEventListener('click', () => opened?.open());
  addEventListener('chatelier:open', () => state('launcher', text('words.open')));
  addEventListener('chatelier:close', () => state('launcher', text('words.closed')));
  setInterval(look, lookMs);
}

/** Hears of every sound that a page begins: of its own voice, and of sound that came from elsewhere. */
function hearSounds(view: Window & typeof globalThis, onSound: () => void): void {
  const own = view.speechSynthesis as SpeechSynthesis | undefined;
  if (own) {
    const speak = own.speak.bind(own);
    own.speak = (utterance) => {
      if (utterance.text) utterance.addEventListener?.('start', onSound);
      speak(utterance);
    };
  }
  const player = view.AudioBufferSourceNode.prototype;
  const start = player.start;
  player.start = function begin(this: AudioBufferSourceNode, ...when: [number?, number?, number?]) {
    onSound();
    return start.apply(this, when);
  };
}
