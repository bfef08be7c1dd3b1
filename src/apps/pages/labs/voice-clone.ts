import { toLanguage, type Language } from '#shared/languages.ts';
import { consentProblem, consentSentence, type Consent } from '#shared/voice/consent.ts';
import { sampleSeconds, wantedLevel } from '#shared/voice/sound-quality.ts';
import {
  bytesOfFile,
  judgeRecording,
  startRecording,
  type Judged,
  type Recording,
} from '#ui/browser/recording.ts';

type Text = (name: string) => string;

/** The part of the Web Speech API that is used; it is no part of the browsers' typed interface. */
type Ears = {
  lang: string;
  onresult: (event: { results: Iterable<ArrayLike<{ transcript: string }>> }) => void;
  onerror: () => void;
  onend: () => void;
  start(): void;
};
type SpeechWindow = {
  SpeechRecognition?: new () => Ears;
  webkitSpeechRecognition?: new () => Ears;
};

/** A voice of our own (made with eSpeak NG) that reads the sentence in each language. */
const samples = import.meta.glob<string>('./voice-samples/*.wav', { query: '?url', import: 'default' });
/** What the sample says: whose consent it is, and when it was made. */
const ofSample = { name: 'Vera de Vries', company: 'Bakery Van Dijk', day: '2026-11-29' };

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
const today = (): string => new Intl.DateTimeFormat('sv', { dateStyle: 'short' }).format(new Date());

/** The demo of cloning a voice: the same comparison and the same checks as in the lab, all of it in this browser. */
export function startVoiceClone(place: HTMLElement, text: Text): void {
  const language = toLanguage(document.documentElement.lang) ?? 'en';
  const find = <T extends Element>(selector: string): T => place.querySelector<T>(selector)!;
  startConsent(find, language, text);
  startVoice(find, language, text);
}

type Find = <T extends Element>(selector: string) => T;

async function sampleOf(language: Language): Promise<ArrayBuffer> {
  const address = await samples[`./voice-samples/${language}.wav`]!();
  return (await fetch(address)).arrayBuffer();
}

async function play(bytes: ArrayBuffer): Promise<void> {
  const context = new AudioContext();
  const source = context.createBufferSource();
  source.buffer = await context.decodeAudioData(bytes);
  source.connect(context.destination);
  source.onended = () => void context.close();
  source.start();
}

/** The sentence with the names that are typed, and what a browser understood of it. */
function startConsent(find: Find, language: Language, text: Text): void {
  const name = find<HTMLInputElement>('#vc-name');
  const company = find<HTMLInputElement>('#vc-company');
  const heard = find<HTMLTextAreaElement>('#vc-heard');
  const verdict = find<HTMLElement>('[data-verdict]');
  const sentence = find<HTMLElement>('[data-sentence]');
  const sample = find<HTMLButtonElement>('[data-act="sample"]');
  const read = find<HTMLButtonElement>('[data-act="read"]');
  let day = today();

  const consent = (): Consent => ({
    language,
    name: name.value.trim() || '…',
    company: company.value.trim() || '…',
    day,
  });
  function show(): void {
    sentence.textContent = consentSentence(consent());
    const problem = heard.value.trim() ? consentProblem(consent(), heard.value) : null;
    verdict.textContent = heard.value.trim()
      ? problem
        ? `${text('notAgreed')} ${text(`consent.${problem}`)}`
        : text('agreed')
      : '';
    verdict.dataset['state'] = problem ? 'bad' : 'good';
  }
  for (const field of [name, company])
    field.addEventListener('input', () => {
      day = today();
      show();
    });
  heard.addEventListener('input', show);
  sample.addEventListener('click', () => {
    // The sample was made on its day for its own names: the sentence is the one that it reads.
    name.value = ofSample.name;
    company.value = ofSample.company;
    day = ofSample.day;
    heard.value = consentSentence(consent());
    show();
    sampleOf(language)
      .then(play)
      .catch(() => {
        verdict.textContent = text('unheard');
        verdict.dataset['state'] = 'bad';
      });
  });
  sample.disabled = false;

  const { SpeechRecognition, webkitSpeechRecognition } = window as SpeechWindow;
  const Recognition = SpeechRecognition ?? webkitSpeechRecognition;
  if (Recognition) {
    read.addEventListener('click', () => {
      day = today();
      heard.value = '';
      show();
      const ears = new Recognition();
      ears.lang = language;
      ears.onresult = ({ results }) => {
        heard.value = [...results].map((each) => each[0]?.transcript ?? '').join(' ');
        show();
      };
      ears.onerror = () => {
        verdict.textContent = text('unheard');
        verdict.dataset['state'] = 'bad';
      };
      ears.onend = () => {
        read.disabled = false;
      };
      read.disabled = true;
      verdict.textContent = text('listening');
      verdict.dataset['state'] = 'note';
      ears.start();
    });
    read.disabled = false;
  } else {
    read.remove();
    find('[data-recognition]').textContent = text('unheard');
  }
  show();
}

/** Records a voice, or takes a file, and says what is wrong with it. Nothing is sent. */
function startVoice(find: Find, language: Language, text: Text): void {
  const record = find<HTMLButtonElement>('[data-act="record"]');
  const sample = find<HTMLButtonElement>('[data-act="check-sample"]');
  const file = find<HTMLInputElement>('#vc-file');
  const live = find<HTMLElement>('[data-live]');
  const meter = find<HTMLMeterElement>('meter');
  const level = find<HTMLElement>('[data-level]');
  const result = find<HTMLElement>('[data-result]');
  let recording: Recording | null = null;

  const say = (message: string) => {
    const line = document.createElement('p');
    line.className = 'lab-problem';
    line.textContent = message;
    result.replaceChildren(line);
  };
  async function judge(bytes: ArrayBuffer): Promise<void> {
    const judged = await judgeRecording(bytes);
    if (judged === 'unreadable') say(text('failures.unreadable'));
    else result.replaceChildren(...verdictOf(judged, language, text));
  }
  async function stop(): Promise<void> {
    const ended = recording;
    recording = null;
    live.hidden = true;
    record.textContent = text('again');
    if (ended) await judge(await ended.stop());
  }
  function look(): void {
    if (!recording) return;
    const decibels = recording.level();
    const word =
      decibels < -45
        ? 'silent'
        : decibels < wantedLevel.least - 3
          ? 'quiet'
          : decibels > wantedLevel.most + 3
            ? 'loud'
            : 'right';
    meter.value = decibels;
    const time = filled(text('time'), { time: clock(recording.seconds()), most: clock(sampleSeconds.most) });
    level.textContent = `${time} · ${filled(text('decibels'), { level: Math.round(decibels) })} · ${text(`levels.${word}`)}`;
    if (recording.seconds() >= sampleSeconds.most) void stop();
    else setTimeout(look, 100);
  }
  record.addEventListener('click', () => {
    if (recording) return void stop();
    result.replaceChildren();
    void startRecording().then((begun) => {
      if (typeof begun === 'string') return say(text(`failures.${begun}`));
      recording = begun;
      live.hidden = false;
      record.textContent = text('stop');
      look();
    });
  });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    void bytesOfFile(chosen).then((bytes) =>
      typeof bytes === 'string' ? say(text(`failures.${bytes}`)) : judge(bytes),
    );
  });
  sample.addEventListener('click', () => {
    sampleOf(language)
      .then((bytes) => judge(bytes))
      .catch(() => say(text('failures.unreadable')));
  });
  for (const button of [record, sample]) button.disabled = false;
}

function verdictOf({ measure, gain, problems }: Judged, language: Language, text: Text): Element[] {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const heading = document.createElement('p');
  heading.textContent = text(problems.length ? 'notGood' : 'good');
  heading.dataset['state'] = problems.length ? 'bad' : 'good';
  const list = document.createElement('ul');
  const lines = problems.map((problem) => text(`problems.${problem}`));
  if (gain !== 0)
    lines.push(filled(text(gain > 0 ? 'madeLouder' : 'madeSofter'), { gain: whole.format(Math.abs(gain)) }));
  for (const line of lines) list.append(Object.assign(document.createElement('li'), { textContent: line }));
  const facts: [string, string][] = [
    ['length', clock(measure.seconds)],
    ['level', filled(text('decibels'), { level: whole.format(measure.level) })],
    ['noise', filled(text('below'), { level: whole.format(measure.aboveNoise) })],
    ['pauses', new Intl.NumberFormat(language, { style: 'percent' }).format(measure.silent)],
    [
      'rate',
      filled(text('kilohertz'), { rate: new Intl.NumberFormat(language).format(measure.rate / 1_000) }),
    ],
  ];
  const note = document.createElement('p');
  note.className = 'note';
  note.textContent = facts.map(([name, value]) => `${text(`facts.${name}`)} ${value}`).join(' · ');
  return [heading, ...(lines.length ? [list] : []), note];
}
