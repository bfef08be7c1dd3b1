import type { DevReport } from '#shared/chat/dev-reports.ts';
import { readTexts } from '../labs/lab-texts.ts';

type Citation = {
  title?: string;
  url?: string | null;
  quote?: string;
};
type Answer = {
  box: HTMLElement;
  rows: HTMLElement;
  hasWord: boolean;
  firstMs: number;
};

const text = readTexts();
const frame = document.querySelector<HTMLIFrameElement>('[data-dev-frame]');
const places = Object.fromEntries(
  ['answers', 'wallet', 'events'].map((name) => [name, document.querySelector(`[data-dev="${name}"]`)]),
);
/** Answers by the request that brings them. */
const answers = new Map<number, Answer>();
const paths = new Map<number, string>();
/** Lines of the log that stay; the newest are first. */
const mostLines = 300;

const make = (name: string, content = '', className = ''): HTMLElement => {
  const element = document.createElement(name);
  element.textContent = content;
  if (className) element.className = className;
  return element;
};

function log(at: number, what: string, content: string): void {
  const row = make('tr');
  row.append(make('td', `${at} ms`), make('td', what), make('td', content));
  places['events']?.prepend(row);
  if ((places['events']?.children.length ?? 0) > mostLines) places['events']?.lastElementChild?.remove();
}

function say(answer: Answer, name: string, value: string, className = ''): void {
  const row = make('div');
  row.append(make('dt', text(name)), make('dd', value, className));
  answer.rows.append(row);
}

function begin(request: number, question: string): void {
  const box = make('article', '', 'dev-answer');
  const rows = make('dl');
  box.append(make('h3', question), rows);
  if (answers.size === 0) places['answers']?.replaceChildren();
  places['answers']?.prepend(box);
  answers.set(request, { box, rows, hasWord: false, firstMs: 0 });
}

function hear(request: number, ms: number, event: Record<string, unknown> & { type: string }): void {
  const answer = answers.get(request);
  const { type } = event;
  if ('balance' in event) showWallet(event['balance']);
  if (type === 'delta' || type === 'snapshot') {
    if (!answer || answer.hasWord || String(event['text'] ?? '') === '') return;
    answer.hasWord = true;
    answer.firstMs = ms;
    say(answer, 'firstWord', `${ms} ms`);
    log(ms, type, String(event['text']).slice(0, 80));
    return;
  }
  log(ms, type, brief(event));
  if (!answer) return;
  if (type === 'accepted') say(answer, 'accepted', `${ms} ms`);
  if (type === 'tool')
    say(answer, 'tools', `${String(event['name'])} · ${String(event['state'])} · ${ms} ms`);
  if (type === 'part')
    say(answer, 'part', String((event['part'] as { type?: string } | undefined)?.type ?? ''));
  if (type === 'failed') say(answer, 'failed', `${String(event['code'])} · ${ms} ms`, 'lab-bad');
  if (type === 'done') end(answer, ms, event['message'] as Record<string, unknown>);
}

function end(answer: Answer, ms: number, message: Record<string, unknown>): void {
  say(answer, 'done', `${ms} ms`);
  const words = String(message['text'] ?? '').split(/\s+/).length;
  const seconds = (ms - answer.firstMs) / 1_000;
  if (answer.hasWord && seconds > 0.05) say(answer, 'speed', String(Math.round(words / seconds)));
  say(answer, 'engine', String(message['engine'] ?? '–'));
  const citations = (message['citations'] ?? []) as Citation[];
  if (citations.length === 0) return say(answer, 'sources', text('noSources'));
  const list = make('ol');
  for (const { title = '', url, quote = '' } of citations) {
    const item = make('li', [title, url].filter(Boolean).join(' · '));
    if (quote) item.append(make('blockquote', quote));
    list.append(item);
  }
  say(answer, 'sources', '');
  answer.rows.lastElementChild?.lastElementChild?.append(list);
}

/** What the visitor has left, as the server names it. */
function showWallet(balance: unknown): void {
  if (typeof balance !== 'object' || balance === null) return;
  places['wallet']?.replaceChildren(
    ...Object.entries(balance).map(([name, value]) => {
      const row = make('div');
      row.append(make('dt', name), make('dd', brief(value)));
      return row;
    }),
  );
}

function brief(value: unknown): string {
  const json = typeof value === 'string' ? value : JSON.stringify(value);
  return json.length > 220 ? `${json.slice(0, 220)}…` : json;
}

addEventListener('message', ({ source, origin, data }: MessageEvent<DevReport | null>) => {
  if (source !== frame?.contentWindow || origin !== location.origin || data?.chatelierDev !== 1) return;
  if (data.kind === 'sent') {
    paths.set(data.request, `${data.method} ${data.path}`);
    log(0, `${data.method} ${data.path}`, data.text ?? '');
    if (data.path === 'messages' && data.text !== undefined) begin(data.request, data.text);
  } else if (data.kind === 'answered') {
    log(data.milliseconds, paths.get(data.request) ?? '', String(data.status));
    if (data.balance !== undefined) showWallet(data.balance);
  } else hear(data.request, data.milliseconds, data.event);
});
