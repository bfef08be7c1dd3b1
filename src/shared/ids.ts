const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Prefixes of the product's ids; the prefix says what a bare id in a log or an address belongs to. */
export type IdPrefix =
  | 'acc'
  | 'usr'
  | 'agt'
  | 'ver'
  | 'col'
  | 'src'
  | 'doc'
  | 'chk'
  | 'vis'
  | 'con'
  | 'cnv'
  | 'msg'
  | 'cnn'
  | 'eml'
  | 'fbk'
  | 'bpo'
  | 'ann'
  | 'tpl'
  | 'tst'
  | 'bkp'
  | 'ipb'
  | 'rpt'
  | 'fbr'
  | 'dfb'
  | 'rst'
  | 'prc'
  | 'req'
  | 'fil'
  | 'ids'
  | 'att'
  | 'qrc'
  | 'key'
  | 'del'
  | 'lot'
  | 'pur'
  | 'rcd'
  | 'sto'
  | 'ocd'
  | 'pgc'
  | 'tms'
  | 'tmp'
  | 'tmu'
  | 'tmc'
  | 'tme'
  | 'tmo'
  | 'bil'
  | 'ctg'
  | 'nte'
  | 'sum'
  | 'csg'
  | 'ctk'
  | 'cim'
  | 'inv'
  | 'aud'
  | 'exp'
  | 'frm'
  | 'fsb'
  | 'fup'
  | 'not'
  | 'lab'
  | 'rep'
  | 'cuf'
  | 'brw'
  | 'psh'
  | 'tev'
  | 'mov'
  | 'tmr'
  | 'ivc'
  | 'akk'
  | 'mcn'
  | 'ocl'
  | 'ogr'
  | 'fnc'
  | 'whk'
  | 'evt'
  | 'dlv'
  | 'tlr'
  | 'sui'
  | 'run'
  | 'lpg'
  | 'xpm'
  | 'thr'
  | 'vcl'
  | 'cal'
  | 'rec';

const placesInId = 20;
/** Random bytes in store: asking the system for each id alone costs more than all the rest of making it. */
const store = new Uint8Array(placesInId * 100);
let usedOfStore = store.length;

function randomPlaces(): Uint8Array {
  if (usedOfStore === store.length) {
    crypto.getRandomValues(store);
    usedOfStore = 0;
  }
  return store.subarray(usedOfStore, (usedOfStore += placesInId));
}

/**
 * A new id: `<prefix>_` and 30 characters of Crockford base 32, 48 bits of milliseconds and then 96 random
 * bits, so ids sort by creation time and can't be guessed.
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  let text = '';
  for (let shift = 9; shift >= 0; shift--) text += alphabet[Math.floor(now / 32 ** shift) % 32];
  for (const byte of randomPlaces()) text += alphabet[byte & 31];
  return `${prefix}_${text}`;
}

/** Whether a text has the form of an id with this prefix. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 31 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]+$/.test(text.slice(prefix.length + 1))
  );
}

/** Enough of an id to tell people apart who have no name; the end of a time-sortable id varies most. */
export function shortId(id: string): string {
  return id.slice(-4).toUpperCase();
}

/** When an id was made, in milliseconds since the epoch; NaN of what is no id. */
export function madeAt(id: string): number {
  const places = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11);
  return [...places].reduce(
    (sum, place) => {
      const value = alphabet.indexOf(place);
      return value === -1 ? NaN : sum * 32 + value;
    },
    places.length === 10 ? 0 : NaN,
  );
}
