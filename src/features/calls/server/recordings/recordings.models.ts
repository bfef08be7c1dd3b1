import type { RecordingType } from '#shared/voice/calls.ts';

/** Browsers send some seconds at once: about 20 KB. */
export const mostPieceBytes = 512 * 1_024;
/** An hour as any browser records it. */
export const mostBytes = 64 * 1_048_576;
/** Of all recordings of an account together. */
export const mostAccountBytes = 10 * 1_073_741_824;
/** Voices are recorded with 32 kbit/s; some browsers take no less than 256. */
const bytesPerMs = 32;
/** What may be there at once: what waited while the network was away is part of the time that has passed. */
const slackBytes = 2 * mostPieceBytes;
/** The last piece comes after the end of its call was told. */
export const lateMs = 60_000;

const holds = (bytes: Uint8Array, word: string) => Buffer.from(bytes).includes(word, 0, 'latin1');

/**
 * What the first bytes of a recording are; null for all that no browser makes of a microphone: other files under its
 * name, films, and codecs that not every browser plays.
 */
export function recordingType(first: Uint8Array): RecordingType | null {
  if (first.length < 32) return null;
  const head = first.subarray(0, 4_096);
  const [a, b, c, d] = head;
  if (a === 0x1a && b === 0x45 && c === 0xdf && d === 0xa3)
    return holds(head.subarray(0, 64), 'webm') && holds(head, 'A_OPUS') && !holds(head, 'V_')
      ? 'audio/webm'
      : null;
  if (!holds(head.subarray(4, 8), 'ftyp')) return null;
  return holds(head, 'moov') && holds(head, 'soun') && !holds(head, 'vide') ? 'audio/mp4' : null;
}

export type PieceOf = {
  number: number;
  bytes: number;
  /** How long the recording is at the end of the piece. */
  lengthMs: number;
};

/**
 * What is to be done with a piece of a recording: it is the next one; it is known; one before it is missing; or it is
 * more than can have been said since the recording began.
 */
export function judgePiece(
  kept: { pieceCount: number; byteCount: number; beganAt: Date },
  piece: PieceOf,
  now: Date,
): 'next' | 'known' | 'gap' | 'tooMuch' {
  if (piece.number < kept.pieceCount) return 'known';
  if (piece.number > kept.pieceCount) return 'gap';
  const passed = Math.max(0, now.getTime() - kept.beganAt.getTime());
  const bytes = kept.byteCount + piece.bytes;
  return bytes > Math.min(mostBytes, passed * bytesPerMs + slackBytes) ? 'tooMuch' : 'next';
}

/** How long a recording is once a piece came: never shorter than it was, nor longer than the time that has passed. */
export const lengthAfter = (kept: { lengthMs: number; beganAt: Date }, piece: PieceOf, now: Date): number =>
  Math.max(kept.lengthMs, Math.min(piece.lengthMs, now.getTime() - kept.beganAt.getTime()));
