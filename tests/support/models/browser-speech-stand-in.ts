/**
 * In a page, before its own scripts: stands in for a browser that understands and speaks, and for a microphone.
 * `heard(text, isFinal)` is what somebody said, `fail(error)` what goes wrong with hearing, `quiet()` ends what is being
 * said, `loud(level)` is how loud the microphone hears somebody, and `unplugged()` that it was taken away.
 */
export const speechStandIn = `
  window.heard = (text, isFinal) =>
    window.ears.onresult({ resultIndex: 0, results: [Object.assign([{ transcript: text }], { isFinal })] });
  window.fail = (error) => window.ears.onerror({ error });
  window.SpeechRecognition = class {
    start() { window.ears = this; document.documentElement.dataset.ears = this.lang; }
    stop() { this.abort(); }
    abort() {
      if (!document.documentElement.dataset.ears) return;
      delete document.documentElement.dataset.ears;
      setTimeout(() => this.onend());
    }
  };
  window.said = [];
  window.waiting = [];
  window.quiet = () => { for (const each of window.waiting.splice(0)) each.onend(); };
  Object.defineProperty(window, 'speechSynthesis', { value: {
    speak(utterance) {
      if (!utterance.text) return;
      window.said.push(utterance.text);
      if (window.isRefused) utterance.onerror({ error: 'not-allowed' });
      else window.waiting.push(utterance);
    },
    cancel() { window.waiting.length = 0; },
    getVoices: () => [],
  } });
  navigator.mediaDevices.getUserMedia = async () => {
    if (window.asking) await window.asking;
    const context = new AudioContext();
    const place = context.createMediaStreamDestination();
    const mouth = new GainNode(context, { gain: 0 });
    const voice = new OscillatorNode(context, { frequency: 180 });
    voice.connect(mouth).connect(place);
    voice.start();
    window.loud = (level) => { mouth.gain.value = level; };
    window.unplugged = () => {
      const [track] = place.stream.getTracks();
      track.stop();
      track.dispatchEvent(new Event('ended'));
    };
    return place.stream;
  };
`;
