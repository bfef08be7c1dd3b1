const rate = 16_000;
/** Silence, a sound of a second, silence: over and over it is somebody who says one thing every ten seconds. */
const seconds = { before: 2, sound: 1, after: 7 };

/** What a microphone hears of somebody who speaks now and then, as a WAV file. */
export function spokenTones(): Buffer {
  const samples = (seconds.before + seconds.sound + seconds.after) * rate;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF');
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  const [from, to] = [seconds.before * rate, (seconds.before + seconds.sound) * rate];
  // A pitch that wanders, as voices do: a steady one is taken for noise and suppressed.
  for (let at = from; at < to; at += 1) {
    const pitch = 180 + 80 * Math.sin((2 * Math.PI * 4 * at) / rate);
    file.writeInt16LE(Math.round(Math.sin((2 * Math.PI * pitch * at) / rate) * 14_000), 44 + at * 2);
  }
  return file;
}
