import { createParser } from 'eventsource-parser';
import type { DevReport } from '#shared/chat/dev-reports.ts';

/**
 * Stands before the chat's own script in the frame of a draft, and tells the page around what the chat asks of
 * the server and what comes back. It changes nothing of either; tokens stay here.
 */
const { fetch: ask } = window;
let count = 0;

const tell = (report: DevReport): void => parent.postMessage(report, location.origin);

window.fetch = async (input, init) => {
  const address = new URL(input instanceof Request ? input.url : input, location.href);
  if (!address.pathname.startsWith('/api/visitor/')) return ask(input, init);
  count += 1;
  const request = count;
  const begin = performance.now();
  const since = (): number => Math.round(performance.now() - begin);
  tell({
    chatelierDev: 1,
    request,
    kind: 'sent',
    method: init?.method ?? 'GET',
    path: address.pathname.slice('/api/visitor/'.length),
    ...textOf(init?.body),
  });
  const response = await ask(input, init);
  const type = response.headers.get('content-type') ?? '';
  const answered = (balance?: unknown): void =>
    tell({
      chatelierDev: 1,
      request,
      kind: 'answered',
      status: response.status,
      milliseconds: since(),
      ...(balance === undefined ? {} : { balance }),
    });
  if (type.startsWith('text/event-stream')) {
    answered();
    // A stream that breaks is the chat's own matter.
    void follow(response.clone(), ({ event = 'message', data }) =>
      tell({
        chatelierDev: 1,
        request,
        kind: 'event',
        milliseconds: since(),
        event: { ...(JSON.parse(data) as object), type: event },
      }),
    ).catch(() => undefined);
  } else if (/json/.test(type))
    void response
      .clone()
      .json()
      .then(
        (body: { balance?: unknown } | null) => answered(body?.balance),
        () => answered(),
      );
  else answered();
  return response;
};

/** What somebody wrote, out of a message that is sent. */
function textOf(body: unknown): { text?: string } {
  if (typeof body !== 'string') return {};
  const { text } = JSON.parse(body) as { text?: unknown };
  return typeof text === 'string' ? { text } : {};
}

async function follow(
  response: Response,
  onEvent: (event: { event?: string; data: string }) => void,
): Promise<void> {
  const parser = createParser({ onEvent });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    parser.feed(piece.value);
  }
}
