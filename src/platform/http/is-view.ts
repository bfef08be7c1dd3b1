import { isbot } from 'isbot';

/** Programs that say what they are, and that the list of robots takes for browsers. */
const programs = /monitor|http-client/i;

/** Whether a request is of somebody who looks at what they get, and no program or guess of a browser. */
export function isView(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const userAgent = String(headers['user-agent'] ?? '').slice(0, 1_000);
  const purpose = `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`;
  return (
    userAgent !== '' && !isbot(userAgent) && !programs.test(userAgent) && !/prefetch|prerender/i.test(purpose)
  );
}
