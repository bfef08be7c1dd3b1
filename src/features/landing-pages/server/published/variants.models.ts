/** Whether four bytes of a signature fall into a share of all, in percent. The same ones always do or never. */
export const isOfExperiment = (bytes: Buffer, share: number): boolean =>
  bytes.readUInt32BE(0) / 2 ** 32 < share / 100;

/** Programs that read pages, and browsers that fetch what nobody looks at yet. */
const machines = /bot|crawl|spider|slurp|preview|fetch|curl|wget|lighthouse|monitor|python|scan|http-client/i;

/** Whether a request is somebody who sees the page. */
export function isView(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const userAgent = String(headers['user-agent'] ?? '');
  const purpose = `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`;
  return userAgent !== '' && !machines.test(userAgent) && !/prefetch|prerender/i.test(purpose);
}
