import type { HttpCall, HttpFunction } from '../custom-functions-definition.contract.ts';
import { emptyDefinition } from './function-draft.ts';

/** What a pasted cURL command says; the secret is kept apart and goes where secrets go. */
export type CurlImport = {
  http: HttpCall;
  secret: string;
};

const longestCommand = 50_000;

/** The words of a command as a shell splits them: quotes, escapes and continued lines. */
function wordsOf(command: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < command.length; at += 1) {
    const sign = command[at] ?? '';
    if (sign === '\\') {
      const next = command[at + 1] ?? '';
      at += next === '\r' && command[at + 2] === '\n' ? 2 : 1;
      if (next !== '\n' && next !== '\r') word = (word ?? '') + next;
    } else if (sign === "'" || sign === '"') {
      let text = '';
      for (at += 1; command[at] !== sign; at += 1) {
        if (at >= command.length) return null;
        const escaped = sign === '"' && command[at] === '\\' && /["\\$`\n]/.test(command[at + 1] ?? '');
        if (escaped) at += 1;
        if (!(escaped && command[at] === '\n')) text += command[at];
      }
      word = (word ?? '') + text;
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + sign;
  }
  if (word !== null) words.push(word);
  return words;
}

const withValue = new Set(
  '-X --request -H --header -d --data --data-raw --data-binary --data-ascii --data-urlencode --json -u --user -A --user-agent -e --referer -b --cookie --url -m --max-time --connect-timeout -o --output'.split(
    ' ',
  ),
);
const asData = new Set('-d --data --data-raw --data-binary --data-ascii --data-urlencode --json'.split(' '));

/** Headers that only say how a browser or cURL sent it. */
const unwanted =
  /^(?:host|content-length|accept-encoding|connection|user-agent|cookie|origin|referer|sec-.*|priority)$/i;

/** Reads a cURL command; null where it is none that can be used. Nothing is run and nothing is fetched. */
export function readCurl(command: string): CurlImport | null {
  if (command.length > longestCommand) return null;
  const words = wordsOf(command.trim());
  if (!words || words[0]?.toLowerCase() !== 'curl') return null;
  let method = '';
  let address = '';
  let isGet = false;
  let user: string | null = null;
  const headers: { name: string; value: string }[] = [];
  const data: string[] = [];
  for (let at = 1; at < words.length; at += 1) {
    let name = words[at] ?? '';
    if (!name.startsWith('-')) {
      address ||= name;
      continue;
    }
    let value = '';
    const joined = /^(--[a-z-]+)=([\s\S]*)$/.exec(name) ?? /^(-[XHdu])([\s\S]+)$/.exec(name);
    if (joined && withValue.has(joined[1] ?? '')) [, name = '', value = ''] = joined;
    else if (withValue.has(name)) value = words[(at += 1)] ?? '';
    if (name === '-X' || name === '--request') method = value.toUpperCase();
    else if (name === '-G' || name === '--get') isGet = true;
    else if (name === '-u' || name === '--user') user = value;
    else if (name === '--url') address = value;
    else if (name === '-H' || name === '--header') {
      const colon = value.indexOf(':');
      if (colon > 0)
        headers.push({ name: value.slice(0, colon).trim(), value: value.slice(colon + 1).trim() });
    } else if (asData.has(name)) {
      data.push(value);
      if (name === '--json') headers.push({ name: 'content-type', value: 'application/json' });
    }
  }
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (address === '' || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const asked = method || (data.length > 0 && !isGet ? 'POST' : 'GET');
  const found = known.find((each) => each === asked);
  if (!found) return null;

  const http: HttpCall = { ...(emptyDefinition() as HttpFunction).http, method: found };
  http.url = `${parsed.origin}${parsed.pathname}`;
  const query = new URLSearchParams(parsed.search);
  if (isGet)
    for (const text of data) for (const [key, value] of new URLSearchParams(text)) query.append(key, value);
  http.query = [...query].slice(0, 20).map(([name, value]) => ({ name, value }));
  let secret = '';
  if (user !== null) {
    const colon = user.indexOf(':');
    http.auth = { type: 'basic', user: colon < 0 ? user : user.slice(0, colon) };
    secret = colon < 0 ? '' : user.slice(colon + 1);
  }
  let type = '';
  for (const { name, value } of headers) {
    const bearer = /^bearer\s+(.+)$/i.exec(value)?.[1];
    if (/^authorization$/i.test(name) && bearer) {
      http.auth = { type: 'bearer' };
      secret = bearer;
    } else if (/(?:api|auth|access)[_-]?(?:key|token)$|^authorization$/i.test(name)) {
      http.auth = { type: 'header', name };
      secret = value;
    } else if (/^content-type$/i.test(name)) type = value;
    else if (!unwanted.test(name) && !/^accept$/i.test(name)) http.headers.push({ name, value });
  }
  if (data.length > 0 && !isGet && found !== 'GET') {
    const text = data.join('&');
    try {
      http.bodyTemplate = JSON.stringify(JSON.parse(text), null, 2);
      http.body = 'json';
    } catch {
      if (/json/i.test(type)) return null;
      http.body = 'form';
      http.bodyTemplate = JSON.stringify(Object.fromEntries(new URLSearchParams(text)), null, 2);
    }
  }
  return { http, secret };
}
