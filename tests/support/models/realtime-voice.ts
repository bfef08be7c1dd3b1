import type { Browser } from 'playwright-core';
import type { RealtimeStandIn, StandInCall } from './realtime-stand-in.ts';

/** The vendor's end of a call in a page: hears when somebody makes a sound, and makes one itself. */
const vendorsEnd = `
  let mouth;
  window.speak = (isOn) => { if (mouth) mouth.gain.value = isOn ? 0.4 : 0; };
  window.answerOffer = async (sdp) => {
    const context = new AudioContext();
    const peer = new RTCPeerConnection();
    const place = context.createMediaStreamDestination();
    const voice = new OscillatorNode(context, { frequency: 440 });
    mouth = new GainNode(context, { gain: 0 });
    voice.connect(mouth).connect(place);
    voice.start();
    peer.ontrack = ({ track }) => {
      const stream = new MediaStream([track]);
      const player = new Audio();
      player.srcObject = stream;
      player.muted = true;
      void player.play();
      const ear = context.createAnalyser();
      ear.fftSize = 2048;
      context.createMediaStreamSource(stream).connect(ear);
      const samples = new Float32Array(ear.fftSize);
      let isThere = false;
      let quiet = 0;
      setInterval(() => {
        ear.getFloatTimeDomainData(samples);
        const isLoud = samples.some((sample) => Math.abs(sample) > 0.05);
        quiet = isLoud ? 0 : quiet + 1;
        if (isLoud !== isThere && (isLoud || quiet > 16)) {
          isThere = isLoud;
          void window.heardVoice(isThere);
        }
      }, 50);
    };
    await peer.setRemoteDescription({ type: 'offer', sdp });
    peer.addTrack(place.stream.getAudioTracks()[0], place.stream);
    await peer.setLocalDescription();
    while (peer.iceGatheringState !== 'complete')
      await new Promise((resolve) => peer.addEventListener('icegatheringstatechange', resolve, { once: true }));
    return peer.localDescription.sdp;
  };
`;

/**
 * Gives a stand-in ears and a mouth: calls are real, in pages of a browser. `heard` are the sentences that the sounds
 * mean, one after the other; the last one stays. Or it tells what a sound means in a call.
 * `onVoice` is called when somebody begins to make one.
 */
export async function giveVoice(
  vendor: RealtimeStandIn,
  browser: Browser,
  heard: string[] | ((call: StandInCall) => string),
): Promise<{ onVoice: () => unknown }> {
  const ears = { onVoice: (): unknown => undefined };
  const page = await (await browser.newContext()).newPage();
  let call: StandInCall | null = null;
  let item = '';
  const meaning = (made: StandInCall): string =>
    typeof heard === 'function' ? heard(made) : heard.length > 1 ? heard.shift()! : heard[0]!;
  await page.exposeFunction('heardVoice', (isThere: boolean) => {
    if (isThere) {
      item = call?.begins() ?? '';
      ears.onVoice();
    } else if (call && item !== '') call.understands(item, meaning(call));
  });
  // A page of a secure origin, as WebRTC wants it.
  await page.route('https://vendor.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Vendor</title>' }),
  );
  await page.goto('https://vendor.example/');
  await page.evaluate(vendorsEnd);
  vendor.answerOffer = (sdp, made) => {
    call = made;
    return page.evaluate(
      (offer) => (globalThis as unknown as { answerOffer(sdp: string): Promise<string> }).answerOffer(offer),
      sdp,
    );
  };
  vendor.onSound = (isOn) =>
    void page
      .evaluate((on) => (globalThis as unknown as { speak(isOn: boolean): void }).speak(on), isOn)
      .catch(() => undefined);
  return ears;
}
