/**
 * Whether an offer asks for sound and nothing else. A data channel would let the visitor's browser lead the model past
 * every limit, at the owner's cost.
 */
export function isSoundOnly(sdp: string): boolean {
  const media = sdp.split(/\r?\n|\r/).filter((line) => /^m=/i.test(line));
  return sdp.startsWith('v=0') && media.length === 1 && /^m=audio \d+ UDP\/TLS\/RTP\/SAVPF /.test(media[0]!);
}
