export type DetectedInput =
  | {
      from: 'website';
      host: string;
    }
  | { from: 'description' }
  | { from: 'nothing' };

/** Whether a person typed the address of a website or words about what they do. */
export function detectInput(text: string): DetectedInput {
  const trimmed = text.trim();
  if (trimmed === '') return { from: 'nothing' };
  // An address without its host, a picture, a row of dots: nobody can be told of that.
  const says = /\p{L}/u.test(trimmed.replace(/^https?:\/*/i, ''));
  if (!says && !/\d/.test(trimmed)) return { from: 'nothing' };
  if (/\s/.test(trimmed) || trimmed.includes('@')) return { from: 'description' };
  const hasScheme = /^https?:\/\//i.test(trimmed);
  const address = hasScheme ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return { from: 'description' };
  const { hostname, host } = new URL(address);
  const isHost = hasScheme
    ? hostname !== ''
    : /^[^.]+(\.[^.]+)*\.[\p{L}-]{2,}$/u.test(trimmed.split(/[/?#:]/, 1)[0] ?? '') ||
      /^(localhost|\d{1,3}(\.\d{1,3}){3})$/.test(hostname);
  return isHost ? { from: 'website', host: host.replace(/^www\./, '') } : { from: 'description' };
}
