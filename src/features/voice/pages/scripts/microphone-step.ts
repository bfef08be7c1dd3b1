import { openMicrophone, type Microphone } from '../../chat/microphone.ts';
import { canChooseSpeaker } from '../recording.ts';
import { loudness } from '../sound-level.ts';
import { onPress, type VoicePage } from './voice-kit.ts';

/** Between two looks at how loud it is, in ms. */
const lookMs = 80;
/** The meter shows loudness from here to the full scale, in dB. */
const meterFrom = -70;

/** The microphone of the page, once it is open, and where sound comes out. */
export type Devices = {
  microphone(): Microphone | null;
  /** Id of the chosen microphone, or empty. It stays within this script. */
  input(): string;
  /** Id of the chosen speaker, or empty. */
  output(): string;
};

/** Asks for the microphone when told to, lists devices, and shows how loud it is. */
export function startMicrophone(page: VoicePage): Devices {
  const { text } = page;
  const step = page.step('microphone')!;
  let microphone: Microphone | null = null;
  let [input, output] = ['', ''];
  let looking = 0;
  const meter = document.createElement('div');
  meter.className = 'voice-meter';
  meter.setAttribute('role', 'meter');
  meter.setAttribute('aria-label', text('ui.level'));
  meter.setAttribute('aria-valuemin', String(meterFrom));
  meter.setAttribute('aria-valuemax', '0');
  const bar = document.createElement('i');
  const figure = document.createElement('span');
  figure.setAttribute('aria-hidden', 'true');
  meter.append(bar, figure);
  const choices = document.createElement('div');
  choices.className = 'voice-choices';

  function close(): void {
    clearInterval(looking);
    microphone?.close();
    microphone = null;
    step.area.replaceChildren();
    step.button('release').disabled = true;
  }

  async function open(): Promise<void> {
    close();
    step.report('access', text('words.waiting'), 'note');
    const opened = await openMicrophone(input ? { deviceId: { exact: input } } : {});
    if (typeof opened === 'string') {
      step.report('access', text('words.refused'), 'bad');
      return step.advise('access', opened);
    }
    microphone = opened;
    step.advise('access', null);
    step.report('access', text('words.granted'), 'good');
    const [track] = opened.stream.getAudioTracks();
    const { echoCancellation, noiseSuppression, autoGainControl } = track?.getSettings() ?? {};
    const cleaned = [
      [echoCancellation, 'words.echo'],
      [noiseSuppression, 'words.noise'],
      [autoGainControl, 'words.gain'],
    ].flatMap(([isOn, name]) => (isOn ? [text(name as string)] : []));
    step.report('cleaning', cleaned.join(', ') || text('words.nothing'), 'note');
    // Whoever pulls the plug sees that the microphone is gone.
    track?.addEventListener('ended', () => {
      if (microphone !== opened) return;
      close();
      step.report('access', text('words.refused'), 'bad');
      step.advise('access', 'noMicrophone');
    });
    await listDevices();
    step.area.append(choices, meter);
    step.button('release').disabled = false;
    showLevel(opened);
  }

  function showLevel({ stream }: Microphone): void {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const own = window.setInterval(() => {
      if (own !== looking) {
        clearInterval(own);
        return void context.close();
      }
      analyser.getFloatTimeDomainData(samples);
      const now = Math.max(meterFrom, Math.round(loudness(samples)));
      meter.style.setProperty('--level', String((now - meterFrom) / -meterFrom));
      meter.setAttribute('aria-valuenow', String(now));
      meter.setAttribute('aria-valuetext', `${now} dB`);
      figure.textContent = `${now} dB`;
    }, lookMs);
    looking = own;
  }

  async function listDevices(): Promise<void> {
    const all = await navigator.mediaDevices.enumerateDevices();
    const of = (kind: MediaDeviceKind) =>
      // Chromium lists the usual one twice: as itself and by its name.
      all.filter((device) => device.kind === kind && device.deviceId !== 'default');
    const [inputs, outputs] = [of('audioinput'), of('audiooutput')];
    step.report(
      'devices',
      `${inputs.length} ${text('words.microphones')}, ${outputs.length} ${text('words.speakers')}`,
      'note',
    );
    choices.replaceChildren(
      chooser('ui.microphoneChoice', inputs, input, (id) => {
        input = id;
        step.button('ask').click();
      }),
    );
    if (canChooseSpeaker() && outputs.length > 0)
      choices.append(
        chooser('ui.speakerChoice', outputs, output, (id) => {
          output = id;
        }),
      );
  }

  function chooser(
    label: string,
    devices: readonly MediaDeviceInfo[],
    chosen: string,
    onChoose: (id: string) => void,
  ): HTMLElement {
    const field = document.createElement('label');
    const select = document.createElement('select');
    select.append(new Option(text('ui.systemChoice'), ''));
    for (const [at, device] of devices.entries())
      select.append(new Option(device.label || `${text('ui.numbered')} ${at + 1}`, device.deviceId));
    select.value = chosen;
    select.addEventListener('change', () => onChoose(select.value));
    field.append(text(label), select);
    return field;
  }

  onPress(step, 'ask', '', open);
  const release = step.button('release');
  release.addEventListener('click', () => {
    close();
    step.clear();
    step.button('ask').focus();
  });
  addEventListener('pagehide', close);
  return { microphone: () => microphone, input: () => input, output: () => output };
}
