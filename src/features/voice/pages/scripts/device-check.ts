import type { CheckState } from '#shared/labs.ts';
import type { VoiceHint } from '#shared/voice-checks.ts';
import { canListen } from '../../chat/browser-speech.ts';
import { openMicrophone } from '../../chat/microphone.ts';
import { localeOf } from '../../chat/speech-locale.ts';
import { wordsRight } from '../check-report.ts';
import { deviceFacts, deviceVoices } from '../device-facts.ts';
import { listen, sayOnce } from '../device-speech.ts';
import { measureEcho } from '../echo-check.ts';
import { cancelledDb, longestDelayMs, type Echo } from '../echo-delay.ts';
import { play, record, type Recording } from '../recording.ts';
import { levelOf, type LevelVerdict } from '../sound-level.ts';
import { startMicrophone, type Devices } from './microphone-step.ts';
import { onPress, seconds, StepProblem, type VoicePage } from './voice-kit.ts';

const recordMs = 3_000;
const leastRight = 0.7;
/** Speakers that sleep are awake after the first; after the second echo cancellation knows a room, in ms. */
const [wakeMs, learnMs] = [400, 3_000];
const kib = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_024))} KiB`;

/** The whole check of a device: each part begins by its own button, in any order. */
export function startDeviceCheck(page: VoicePage): void {
  const devices = startMicrophone(page);
  void showFacts(page);
  startRecording(page, devices);
  startEcho(page, devices);
  startHearing(page);
  startSpeaking(page);
}

async function showFacts({ step, language, text }: VoicePage): Promise<void> {
  const browser = step('browser')!;
  for (const { row, value, state, hint } of await deviceFacts(language, (name) => text(`words.${name}`))) {
    browser.report(row, value, state);
    browser.advise(row, hint ?? null);
  }
}

const verdicts: Record<LevelVerdict, { state: CheckState; hint: VoiceHint | null }> = {
  silent: { state: 'bad', hint: 'silent' },
  quiet: { state: 'bad', hint: 'quiet' },
  good: { state: 'good', hint: null },
  loud: { state: 'bad', hint: 'loud' },
};

function startRecording({ step, text }: VoicePage, devices: Devices): void {
  const recording = step('recording')!;
  const playBack = recording.button('playBack');
  let last: Recording | null = null;
  onPress(recording, 'record', text('ui.recording'), async () => {
    const microphone = devices.microphone();
    if (!microphone) throw new StepProblem(text('ui.notOpen'));
    recording.clear();
    last = await record(microphone.stream, recordMs);
    const { file, sound } = last;
    recording.report(
      'recorded',
      `${sound.duration.toFixed(1)} ${text('words.seconds')}, ${file.type}, ${kib(file.size)}`,
      'good',
    );
    const { loudest, verdict } = levelOf(sound.getChannelData(0), sound.sampleRate);
    recording.report(
      'loudest',
      `${Math.round(loudest)} dB: ${text(`words.${verdict}`)}`,
      verdicts[verdict].state,
    );
    recording.advise('level', verdicts[verdict].hint);
    playBack.disabled = false;
  });
  onPress(recording, 'playBack', text('ui.playing'), async () => {
    if (!last) return;
    await play(last.sound, devices.output());
    recording.report('played', text('words.yes'), 'note');
  });
  playBack.disabled = true;
}

function startEcho({ step, text }: VoicePage, devices: Devices): void {
  const echo = step('echo')!;
  const stop = new AbortController();
  addEventListener('pagehide', () => stop.abort());
  const shown = (found: Echo | null): string => (found ? `${found.levelDb} dB` : text('words.notHeard'));

  /** A microphone of its own, because cancellation is chosen when it is opened. */
  async function measure(echoCancellation: boolean): Promise<Echo | null> {
    const id = devices.input();
    const opened = await openMicrophone({
      echoCancellation,
      noiseSuppression: false,
      autoGainControl: false,
      ...(id && { deviceId: { exact: id } }),
    });
    if (typeof opened === 'string') throw new StepProblem(text(`hint.${opened}`));
    try {
      return await measureEcho(
        opened.stream,
        { speaker: devices.output(), wakeMs: echoCancellation ? learnMs : wakeMs },
        stop.signal,
      );
    } finally {
      opened.close();
    }
  }

  onPress(echo, 'measure', text('ui.measuring'), async () => {
    echo.clear();
    const plain = await measure(false);
    echo.report('without', plain ? shown(plain) : `${shown(null)} (${text('words.noEcho')})`, 'note');
    if (plain) {
      const isSlow = plain.delayMs > longestDelayMs;
      echo.report('delay', `${plain.delayMs} ms`, isSlow ? 'bad' : 'good');
      echo.advise('delay', isSlow ? 'slowEcho' : null);
    }
    const cancelled = await measure(true);
    const isGone = !cancelled || (plain !== null && cancelled.levelDb <= plain.levelDb - cancelledDb);
    echo.report('with', shown(cancelled), isGone ? 'good' : 'bad');
    echo.advise('echo', isGone ? null : 'strongEcho');
  });
}

function startHearing({ step, text, language, sentence }: VoicePage): void {
  const hearing = step('hearing')!;
  onPress(hearing, 'listen', text('ui.listening'), async () => {
    hearing.clear();
    if (!canListen()) return hearing.advise('hearing', 'unsupported');
    const began = performance.now();
    let first = 0;
    const { words: heard, failure } = await listen(localeOf(language), (words) => {
      first ||= performance.now() - began;
      hearing.report('heard', words, 'note');
    }).ended;
    const { right, of } = wordsRight(sentence, heard);
    const isWell = right >= of * leastRight;
    hearing.report('heard', heard || text('words.nothing'), heard ? 'note' : 'bad');
    hearing.report('right', `${right} / ${of}`, isWell ? 'good' : 'bad');
    if (first) hearing.report('firstWords', seconds(first, text), 'note');
    hearing.advise('hearing', failure ?? (isWell ? null : heard ? 'fewWords' : 'nothingHeard'));
  });
}

function startSpeaking({ step, text, language, sentence }: VoicePage): void {
  const speaking = step('speaking')!;
  const question = document.createElement('p');
  question.className = 'voice-question';
  const answer = (name: 'heardYes' | 'heardNo', isHeard: boolean): HTMLButtonElement => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button quiet small';
    button.textContent = text(`ui.${name}`);
    button.addEventListener('click', () => {
      speaking.report('audible', text(isHeard ? 'words.yes' : 'words.no'), isHeard ? 'good' : 'bad');
      speaking.advise('audible', isHeard ? null : 'inaudible');
      question.remove();
      speaking.button('speak').focus();
    });
    return button;
  };
  question.append(text('ui.didYouHear'), ' ', answer('heardYes', true), answer('heardNo', false));

  onPress(speaking, 'speak', text('ui.speaking'), async () => {
    speaking.clear();
    question.remove();
    const voices = await deviceVoices();
    if (!('speechSynthesis' in window)) return speaking.advise('voice', 'noVoices');
    const locale = localeOf(language);
    const isThere = voices.some((voice) => voice.lang.slice(0, 2).toLowerCase() === language);
    speaking.advise('voice', voices.length === 0 ? 'noVoices' : isThere ? null : 'noVoice');
    const { ms, voice } = await sayOnce(locale, sentence);
    speaking.report('voice', voice || text('words.defaultVoice'), 'note');
    if (ms === null) {
      speaking.report('audible', text('words.no'), 'bad');
      return speaking.advise('audible', voices.length > 0 ? 'inaudible' : null);
    }
    speaking.report('firstSound', seconds(ms, text), 'note');
    speaking.area.append(question);
    question.querySelector('button')?.focus();
  });
}
