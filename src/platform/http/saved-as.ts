/**
 * The `content-disposition` of a file under the name that somebody gave it, whatever stands in that name: an
 * ASCII form for old programs and the whole one of RFC 6266. `inline` is for what a browser may show;
 * everything else is saved.
 */
export function savedAs(name: string, kind: 'inline' | 'attachment' = 'attachment'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
