import { sentencesFrom, spokenText } from '#shared/chat/speakable.ts';
import { askAgent, reasonOf } from '../../chat/ask-agent.ts';
import { browserSpeaker, canListen } from '../../chat/browser-speech.ts';
import type { Speaker } from '../../chat/ports.ts';
import { localeOf } from '../../chat/speech-locale.ts';
import { listen } from '../device-speech.ts';
import type { VoicePage } from './voice-kit.ts';

type Scene = 'ready' | 'listening' | 'thinking' | 'speaking';

/** Asking aloud or in writing, and answers that are shown and said: one question after the other. */
export function startConversation({ place, text, agent }: VoicePage): void {
  const within = <E extends HTMLElement>(selector: string): E => place.querySelector<E>(selector)!;
  if (!agent) return;
  const { language } = agent;
  const [button, label, status] = [
    within<HTMLButtonElement>('[data-talk-button]'),
    within('[data-talk-label]'),
    within('[data-talk-status]'),
  ];
  const [heard, log, form] = [
    within('[data-talk-heard]'),
    within('[data-talk-log]'),
    within<HTMLFormElement>('[data-talk-form]'),
  ];
  const field = form.querySelector<HTMLInputElement>('input')!;
  const asked = askAgent(agent.number, language);
  const locale = localeOf(language);
  const hasVoice = 'speechSynthesis' in window;
  let scene: Scene = 'ready';
  let ears: ReturnType<typeof listen> | null = null;
  let stop = new AbortController();
  let isWritten = true;

  const speaker: Speaker | null = hasVoice
    ? browserSpeaker(
        locale,
        { speed: 1, pronunciations: [] },
        {
          onSilence: () => {
            if (isWritten && scene === 'speaking') show('ready');
          },
          onRefused: () => undefined,
        },
      )
    : null;

  function show(next: Scene): void {
    scene = next;
    place.querySelector('[data-talk]')?.setAttribute('data-scene', next);
    label.textContent = text(
      { ready: 'talk.start', listening: 'talk.finish', thinking: 'talk.quiet', speaking: 'talk.quiet' }[next],
    );
    status.textContent = {
      ready: '',
      listening: text('ui.listening'),
      thinking: text('talk.thinking'),
      speaking: text('talk.speaking'),
    }[next];
    if (next !== 'listening') heard.textContent = '';
    button.disabled = next === 'ready' && !canListen();
    if (next === 'ready' && !canListen()) status.textContent = text('talk.noEars');
    else if (next === 'ready' && !hasVoice) status.textContent = text('talk.noVoice');
  }

  function caption(who: string, words: string): HTMLElement {
    log.querySelector('[data-talk-empty]')?.remove();
    const line = document.createElement('p');
    const name = document.createElement('strong');
    name.textContent = who;
    const said = document.createElement('span');
    said.dir = 'auto';
    said.textContent = words;
    line.append(name, said);
    log.append(line);
    log.scrollTop = log.scrollHeight;
    return said;
  }

  function silence(): void {
    stop.abort();
    speaker?.cancel();
    isWritten = true;
    show('ready');
  }

  async function ask(question: string, isSpoken: boolean): Promise<void> {
    silence();
    stop = new AbortController();
    const { signal } = stop;
    show('thinking');
    caption(text('talk.you'), question);
    let answer: HTMLElement | null = null;
    let read = 0;
    isWritten = false;
    try {
      await asked.ask(
        question,
        isSpoken,
        (written, isOver) => {
          if (signal.aborted) return;
          const words = spokenText(written);
          answer ??= caption(agent!.name, '');
          answer.textContent = words;
          log.scrollTop = log.scrollHeight;
          const { sentences, end } = sentencesFrom(words, read, isOver, language);
          read = end;
          for (const sentence of sentences) speaker?.say(sentence);
          if (sentences.length > 0 && speaker) show('speaking');
        },
        signal,
      );
      isWritten = true;
      if (!speaker?.isSpeaking()) show('ready');
    } catch (error) {
      if (signal.aborted) return;
      isWritten = true;
      show('ready');
      problem(reasonOf(error));
    }
  }

  function problem(message: string): void {
    const line = document.createElement('p');
    line.className = 'lab-problem';
    const whole = document.createElement('a');
    whole.href = `/widgets/${agent!.number}`;
    whole.textContent = text('talk.whole');
    line.append(message || text('talk.failed'), ' ', whole);
    log.append(line);
    log.scrollTop = log.scrollHeight;
  }

  async function hear(): Promise<void> {
    silence();
    // Some browsers let nothing sound that did not begin with a press; an empty text is one.
    if (hasVoice) speechSynthesis.speak(new SpeechSynthesisUtterance(''));
    show('listening');
    ears = listen(locale, (words) => {
      heard.textContent = words;
    });
    const { words, failure } = await ears.ended;
    ears = null;
    if (scene !== 'listening') return;
    if (words) return ask(words, true);
    show('ready');
    status.textContent = text(`hint.${failure ?? 'nothingHeard'}`);
  }

  button.addEventListener('click', () => {
    if (scene === 'ready') void hear();
    else if (scene === 'listening') ears?.finish();
    else silence();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const question = field.value.trim();
    if (!question) return;
    field.value = '';
    const open = ears;
    ears = null;
    show('ready');
    open?.abort();
    if (hasVoice) speechSynthesis.speak(new SpeechSynthesisUtterance(''));
    void ask(question, false);
  });
  addEventListener('pagehide', () => {
    ears?.abort();
    silence();
  });
  for (const control of form.elements) (control as HTMLInputElement | HTMLButtonElement).disabled = false;
  show('ready');
}
