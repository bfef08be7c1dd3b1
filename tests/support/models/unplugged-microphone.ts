/**
 * In a page, before its own scripts: a microphone that can be unplugged, because its file begins anew and anew. What
 * `more` holds runs when it is opened, with `context`, and `place` for other sounds of the person.
 */
export const unpluggedMicrophone = (more = ''): string => `
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const context = new AudioContext();
    const place = context.createMediaStreamDestination();
    const device = new GainNode(context);
    context.createMediaStreamSource(await open(wanted)).connect(device).connect(place);
    window.unplug = () => { device.gain.value = 0; };
    ${more}
    return place.stream;
  };
`;

/** The same, held by somebody who can be made to talk: `talk(seconds)`. */
export const talkingPerson = unpluggedMicrophone(`
  const mouth = new GainNode(context, { gain: 0 });
  const voice = new OscillatorNode(context, { frequency: 180 });
  voice.connect(mouth).connect(place);
  voice.start();
  window.talk = (seconds) => {
    mouth.gain.setValueAtTime(0.4, context.currentTime);
    mouth.gain.setValueAtTime(0, context.currentTime + seconds);
  };
`);

/** In a page: an ear at a `stream` in a `context`; `loudness()` says how loud it is there, from 0 to 1. */
export const earAt = (context: string, stream: string): string => `{
  const ear = ${context}.createAnalyser();
  ${context}.createMediaStreamSource(${stream}).connect(ear);
  const samples = new Float32Array(ear.fftSize);
  window.loudness = () => {
    ear.getFloatTimeDomainData(samples);
    return Math.max(...samples.map(Math.abs));
  };
}`;
