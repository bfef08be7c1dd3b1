/** Longest address that a page keeps, in characters. */
export const longestLink = 2_000;

/** Signs that no address holds and that browsers leave out while reading one, so that they may hide a scheme. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const hidden = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/;

/**
 * The address where it is one that a page may lead to, else ''. Pages lead to the web, to mail and telephones,
 * to paths of the same server, and to their own sections (`#prices`).
 */
export function safeLink(value: string): string {
  const address = value.trim();
  if (address === '' || address.length > longestLink || hidden.test(address)) return '';
  if (/^#[A-Za-z0-9_-]{0,80}$/.test(address)) return address;
  if (/^\/(?!\/)/.test(address)) return address;
  if (/^mailto:[^\s<>"]+@[^\s<>"]+$/i.test(address)) return address;
  if (/^tel:\+?[\d().-]{3,30}$/i.test(address)) return address;
  return isWebAddress(address) ? address : '';
}

function isWebAddress(address: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(address) || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** The address of a picture: of the web by https, of this server, or one that the page draws; else ''. */
export function safePicture(value: string): string {
  const address = value.trim();
  if (/^drawing:[a-z][a-z0-9-]{0,40}$/.test(address)) return address;
  if (address.startsWith('#') || /^(mailto|tel|http):/i.test(address)) return '';
  return safeLink(address);
}

/** Where a video is played, and the page of it for those without a script. */
export type VideoPlace = {
  kind: 'frame' | 'file';
  player: string;
  page: string;
};

/** A video of the services that the page may frame, or a file; null for any other address. */
export function videoPlace(value: string): VideoPlace | null {
  const address = safeLink(value);
  if (/^\/.+\.(mp4|webm)$/i.test(address)) return { kind: 'file', player: address, page: address };
  if (!/^https:/i.test(address)) return null;
  const url = new URL(address);
  const host = url.hostname.replace(/^(www|m)\./, '');
  const frame = (player: string): VideoPlace => ({ kind: 'frame', player, page: address });
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '');
  const isName = (name: string | null): name is string => name !== null && /^[\w-]{5,40}$/.test(name);
  if (host === 'youtu.be' && isName(first)) return frame(`https://www.youtube-nocookie.com/embed/${first}`);
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const id = first === 'watch' ? url.searchParams.get('v') : second;
    return isName(id) ? frame(`https://www.youtube-nocookie.com/embed/${id}`) : null;
  }
  if (host === 'vimeo.com' && /^\d+$/.test(first)) return frame(`https://player.vimeo.com/video/${first}`);
  if (host === 'player.vimeo.com' && /^\d+$/.test(second))
    return frame(`https://player.vimeo.com/video/${second}`);
  if (host === 'loom.com' && isName(second)) return frame(`https://www.loom.com/embed/${second}`);
  if (/\.(mp4|webm)$/i.test(url.pathname)) return { kind: 'file', player: address, page: address };
  return null;
}
