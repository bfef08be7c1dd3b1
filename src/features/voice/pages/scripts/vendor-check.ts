import { askAgent, reasonOf } from '../../chat/ask-agent.ts';
import { openMicrophone } from '../../chat/microphone.ts';
import { createSpeechApi, SpeechRefusal } from '../../chat/speech-api.ts';
import { record, type Recording } from '../recording.ts';
import { measureTrip, stateOfTrip } from '../vendor-trip.ts';
import { onPress, seconds, StepProblem, type VoicePage } from './voice-kit.ts';

const recordMs = 5_000;
const microsInDollar = 1_000_000;

/** Sends the sentence to the vendor of an agent and back, as a visitor's chat would. */
export function startVendorCheck({ step, text, language, sentence, agent }: VoicePage): void {
  const trip = step('trip');
  if (!trip || !agent?.vendor || !agent.voice) return;
  const { vendor, voice } = agent;
  const asked = askAgent(agent.number, language);
  const api = createSpeechApi(() => asked.token(), language);
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 2,
  });
  let recording: Recording | null = null;

  onPress(trip, 'record', text('ui.recording'), async () => {
    const microphone = await openMicrophone();
    if (typeof microphone === 'string') return trip.advise('access', microphone);
    trip.advise('access', null);
    try {
      recording = await record(microphone.stream, recordMs);
    } finally {
      microphone.close();
    }
    const { sound, file } = recording;
    trip.report('recorded', `${sound.duration.toFixed(1)} ${text('words.seconds')}, ${file.type}`, 'good');
  });

  async function thereAndBack(): Promise<void> {
    await asked.open();
    let cost: number | null = null;
    await measureTrip(
      {
        sentence,
        price: vendor.perMinute,
        recorded: recording && { file: recording.file, seconds: recording.sound.duration },
        ways: {
          say: (words) => api.say(words, undefined, new AbortController().signal),
          ...(voice.hears === 'server' && { hear: api.hear }),
        },
      },
      (result) => {
        const took = seconds(result.ms, text);
        const state = stateOfTrip(result);
        const value = result.text === null ? took : `${result.text || text('words.nothing')} (${took})`;
        trip!.report(result.step, value, state);
        if (result.words) trip!.report('right', `${result.words.right} / ${result.words.of}`, state);
        if (result.cost !== null) cost = (cost ?? 0) + result.cost;
      },
    );
    if (voice.hears !== 'server') trip!.report('heard', text('words.doesntHear'), 'note');
    if (cost !== null) trip!.report('cost', money.format(cost / microsInDollar), 'note');
  }
  onPress(trip, 'send', text('ui.measuring'), () =>
    thereAndBack().catch((error: unknown) => {
      throw new StepProblem(error instanceof SpeechRefusal ? error.message : reasonOf(error));
    }),
  );
}
