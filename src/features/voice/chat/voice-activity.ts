/** Between two looks at how loud it is, in ms. */
export const listenMs = 50;
/** Louder than this may be a voice, from 0 to 1; and so many times louder than the room. */
const [leastLevel, overRoom] = [0.08, 2.5];
/** So long somebody must be loud to be a voice and no cough, and quiet to have ended, in ms. */
const [beginMs, endMs] = [160, 800];
/** How fast the sound of the room is learnt: a fan that begins is known after some seconds. */
const [fallRate, riseRate] = [0.3, 0.01];

export type Activity = 'quiet' | 'began' | 'talking' | 'ended';

/**
 * Tells by how loud it is whether somebody talks. `hear` is called every `listenMs` with a level from 0 to 1.
 */
export function createVoiceActivity() {
  let room = 0.02;
  let isTalking = false;
  let loudFor = 0;
  let quietFor = 0;
  return {
    hear(level: number): Activity {
      const isLoud = level > Math.max(leastLevel, room * overRoom);
      if (!isTalking) room += (level - room) * (level < room ? fallRate : riseRate);
      loudFor = isLoud ? loudFor + listenMs : Math.max(0, loudFor - listenMs);
      quietFor = isLoud ? 0 : quietFor + listenMs;
      if (!isTalking && loudFor >= beginMs) {
        isTalking = true;
        return 'began';
      }
      if (isTalking && quietFor >= endMs) {
        isTalking = false;
        loudFor = 0;
        return 'ended';
      }
      return isTalking ? 'talking' : 'quiet';
    },
    /** Begins anew, with what is known of the room. */
    reset() {
      isTalking = false;
      loudFor = quietFor = 0;
    },
  };
}
