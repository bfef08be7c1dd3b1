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
