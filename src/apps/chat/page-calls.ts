import { randomUuid } from '#features/conversations/chat/store/chat-state.ts';
import type { VisitorApi } from '#features/conversations/chat/store/visitor-api.ts';
import type { EmbedValues } from '#shared/embed/protocol.ts';
import type { HostBridge } from './host-bridge.ts';

/** The page around has so long to say whether it can do something, in milliseconds. */
const ableMs = 2_000;
/** A tab that is not looked at leaves a call to one that is. */
const hiddenMs = 400;
/** What did not arrive is said again after so long. */
const againMs = 1_000;
/** Characters, of up to three bytes each, that may be sent while the page goes. */
const longestKept = 20_000;

/** Calls that this page has heard of: a stream that broke off tells them again. */
const heard = new Set<string>();

type Outcome = {
  outcome: 'done' | 'failed' | 'left' | 'unknown';
  text?: string;
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Who waits for a word of the page around, by its kind and the call that it is about. */
const waiting = new Map<string, (value: EmbedValues['tool-able'] | EmbedValues['tool-result']) => void>();
let isListening = false;

/** What the page around answers to this call; null when it says nothing in time. */
function answerOf<Kind extends 'tool-able' | 'tool-result'>(
  bridge: HostBridge,
  kind: Kind,
  id: string,
  milliseconds: number,
  ask: () => void,
): Promise<EmbedValues[Kind] | null> {
  if (!isListening)
    bridge.listen((message) => {
      if (message.kind === 'tool-able' || message.kind === 'tool-result')
        waiting.get(`${message.kind}:${message.value.id}`)?.(message.value);
    });
  isListening = true;
  const key = `${kind}:${id}`;
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(null), milliseconds);
    const end = (value: EmbedValues[Kind] | null) => {
      clearTimeout(timer);
      waiting.delete(key);
      resolve(value);
    };
    waiting.set(key, (value) => end(value as EmbedValues[Kind]));
    ask();
  });
}

/**
 * Lets the page around do what an answer asks of it: takes the call where the page can, hands it over, and tells
 * the server what came of it. `bridge` is null where there is no page around.
 */
export async function answerPageCall(
  { id, name }: { id: string; name: string },
  api: VisitorApi,
  bridge: HostBridge | null,
): Promise<void> {
  if (heard.has(id)) return;
  heard.add(id);
  const takenBy = randomUuid();
  const send = async (end: Outcome): Promise<void> => {
    const body = JSON.stringify({ takenBy, ...end });
    const { status } = await fetch(`/api/visitor/page-calls/${id}/answer`, {
      method: 'POST',
      credentials: 'omit',
      /* Also while the page goes; of what outlasts a page browsers refuse more than 64 KiB. */
      keepalive: body.length <= longestKept,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${api.token()}` },
      body,
    });
    if (status === 429 || status >= 500) throw new Error(`HTTP ${status}`);
  };
  /* What was done is said once more where it did not arrive: the server takes one end of a call. */
  const say = (end: Outcome): Promise<void> =>
    send(end)
      .catch(() => pause(againMs).then(() => send(end)))
      .catch(() => undefined);
  if (document.hidden) await pause(hiddenMs);
  const able =
    bridge &&
    (await answerOf(bridge, 'tool-able', id, ableMs, () => bridge.send('tool-wanted', { id, name })));
  if (!bridge || !able?.isAble) return say({ outcome: 'unknown' });
  const taken = await api
    .call<{ arguments: Record<string, unknown>; milliseconds: number }>('POST', `page-calls/${id}/take`, {
      takenBy,
      origin: bridge.host,
    })
    /* Another tab has it, the site is not among the owner's, or nobody waits any more. */
    .catch(() => null);
  if (!taken) return;
  const left = () => void say({ outcome: 'left' });
  addEventListener('pagehide', left);
  const result = await answerOf(bridge, 'tool-result', id, taken.milliseconds, () =>
    bridge.send('tool-call', { id, name, ...taken }),
  );
  removeEventListener('pagehide', left);
  if (!result || typeof result.text !== 'string') return;
  await say({ outcome: result.isDone === true ? 'done' : 'failed', text: result.text.slice(0, 60_000) });
}
