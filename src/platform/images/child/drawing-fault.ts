import type { PictureFault } from '../picture-types.ts';

/**
 * Effects are computed for each pixel, some of them (noise, blur) for seconds; a chat's picture needs none.
 */
const effects =
  /<(?:[\w.-]{1,60}:)?filter[\s/>]|\bfilter\s{0,9}[:=]\s{0,9}["']?\s{0,9}(?:blur|drop-shadow|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia)\(/i;
/** Names for pieces of text can hold each other, and hide what is looked for here. */
const entities = /<!ENTITY/i;
const asciiEncodings = /^(?:utf-8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i;

/**
 * Why a drawing (SVG) is not painted: a fault, or null. It saves trying; what gets past it is ended by the
 * bounds of the process that paints.
 */
export function drawingFault(bytes: Uint8Array): PictureFault | null {
  const text = Buffer.from(bytes).toString('latin1');
  // Packed drawings, and letters of more than one byte, would have to be read in another way than they are
  // looked at here.
  if (bytes[0] === 0x1f || text.includes('\0')) return 'unusable';
  const encoding =
    /^[^<]{0,9}<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([^"']{1,40})["']/.exec(text)?.[1] ?? 'utf-8';
  if (!asciiEncodings.test(encoding)) return 'unusable';
  return effects.test(text) || entities.test(text) ? 'elaborate' : null;
}
