import { languages, type Language } from '#shared/languages.ts';
import type { CheckState } from '#shared/labs.ts';
import type { VoiceHint } from '#shared/voice-checks.ts';
import { canListen } from '../chat/browser-speech.ts';
import { recordedFormats } from './recording.ts';

/** What a browser has for talking: found without asking anybody. */
export type DeviceFact = {
  row: 'secure' | 'permission' | 'recognition' | 'voices' | 'recorder' | 'audio' | 'rtc';
  value: string;
  state: CheckState;
  hint?: VoiceHint;
};

type Words = (name: string) => string;

/** The voices of this device; some browsers know them a moment later. */
export async function deviceVoices(): Promise<SpeechSynthesisVoice[]> {
  const own = window.speechSynthesis as SpeechSynthesis | undefined;
  if (!own) return [];
  const known = own.getVoices();
  if (known.length > 0) return known;
  await new Promise<void>((resolve) => {
    own.addEventListener?.('voiceschanged', () => resolve(), { once: true });
    setTimeout(resolve, 1_000);
  });
  return own.getVoices();
}

const languageOf = (voice: SpeechSynthesisVoice): string => voice.lang.slice(0, 2).toLowerCase();

async function permission(words: Words): Promise<DeviceFact> {
  // Firefox and old Safari know no such name: then only asking tells.
  const status = await navigator.permissions
    ?.query({ name: 'microphone' as PermissionName })
    .catch(() => null);
  const state = status?.state ?? 'unknown';
  return {
    row: 'permission',
    value: words(state),
    state: state === 'denied' ? 'bad' : state === 'granted' ? 'good' : 'note',
    ...(state === 'denied' && { hint: 'blocked' as const }),
  };
}

async function voices(language: Language, words: Words): Promise<DeviceFact> {
  const all = await deviceVoices();
  const count = (wanted: string): number => all.filter((voice) => languageOf(voice) === wanted).length;
  const named = languages.filter((each) => count(each) > 0);
  const others = all.filter((voice) => !languages.some((each) => each === languageOf(voice))).length;
  const list = [
    ...named.map((each) => `${each} ${count(each)}`),
    ...(others ? [`${words('others')} ${others}`] : []),
  ];
  const isThere = count(language) > 0;
  return {
    row: 'voices',
    value: all.length === 0 ? words('none') : `${all.length}: ${list.join(', ')}`,
    state: isThere ? 'good' : 'bad',
    ...(!isThere && { hint: all.length === 0 ? ('noVoices' as const) : ('noVoice' as const) }),
  };
}

function audio(words: Words): DeviceFact {
  if (!('AudioContext' in window)) return { row: 'audio', value: words('no'), state: 'bad', hint: 'old' };
  const context = new AudioContext();
  const latency = Math.round((context.baseLatency + (context.outputLatency || 0)) * 1_000);
  const value = `${context.sampleRate / 1_000} kHz${latency > 0 ? `, ${latency} ms` : ''}`;
  void context.close();
  return { row: 'audio', value, state: 'good' };
}

function calls(words: Words): DeviceFact {
  if (!('RTCPeerConnection' in window))
    return { row: 'rtc', value: words('no'), state: 'bad', hint: 'noCalls' };
  const codecs = RTCRtpReceiver.getCapabilities('audio')?.codecs ?? [];
  const names = [...new Set(codecs.map(({ mimeType }) => mimeType.replace('audio/', '')))];
  const isOpus = names.some((name) => name.toLowerCase() === 'opus');
  return {
    row: 'rtc',
    value: names.slice(0, 5).join(', ') || words('yes'),
    state: isOpus || names.length === 0 ? 'good' : 'bad',
  };
}

/** All facts in the order in which they are shown. `language`: that of the page. */
export async function deviceFacts(language: Language, words: Words): Promise<DeviceFact[]> {
  const formats = recordedFormats();
  const isSecure = isSecureContext && !!navigator.mediaDevices;
  const understands = canListen();
  return [
    {
      row: 'secure',
      value: `${words(isSecure ? 'yes' : 'no')} (${location.protocol.replace(':', '')})`,
      state: isSecure ? 'good' : 'bad',
      ...(!isSecure && { hint: 'insecure' as const }),
    },
    await permission(words),
    {
      row: 'recognition',
      value: words(understands ? 'yes' : 'no'),
      state: understands ? 'good' : 'bad',
      ...(!understands && { hint: 'unsupported' as const }),
    },
    await voices(language, words),
    {
      row: 'recorder',
      value: formats.join(', ') || words('no'),
      state: formats.length > 0 ? 'good' : 'bad',
      ...(formats.length === 0 && { hint: 'old' as const }),
    },
    audio(words),
    calls(words),
  ];
}
