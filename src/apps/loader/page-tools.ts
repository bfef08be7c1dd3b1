import type { EmbedMessage, EmbedValues } from '#shared/embed/protocol.ts';
import type { Panel } from './panel.ts';
import type { ToolHandler } from './registry.ts';

/** Characters of a result that go to the agent; its owner may allow fewer. */
const longestResult = 60_000;
const longestReason = 200;

/**
 * What a handler gave, as text. Throws where it can be no JSON. Half a JSON is none: the server could not tell
 * any more what in it is a password.
 */
function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
  if (text.length <= longestResult) return text;
  return typeof value === 'string' && !/^\s*[[{]/.test(value)
    ? text.slice(0, longestResult)
    : `It was done. What it gave is longer than ${longestResult} characters and was left out.`;
}

/** What the page can do for its agent. Fetched by pages that register something, or when an answer asks. */
export function createPageTools({ send, signal }: Panel) {
  const handlers = new Map<string, ToolHandler>();
  const begun = new Set<string>();

  async function run(
    { id, arguments: given, milliseconds }: EmbedValues['tool-call'],
    handler: ToolHandler,
  ): Promise<void> {
    /* One call, one run, whatever is heard twice. */
    if (begun.has(id)) return;
    begun.add(id);
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), milliseconds);
    try {
      const text = asText(await handler(given, { signal: end.signal }));
      send('tool-result', { id, isDone: true, text });
    } catch (error) {
      /* The page's own console and whatever watches its errors hear of it. */
      setTimeout(() => {
        throw error;
      });
      send('tool-result', { id, isDone: false, text: String(error).slice(0, longestReason) });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    register(name: string, handler: ToolHandler | null) {
      if (typeof handler === 'function') handlers.set(name, handler);
      else handlers.delete(name);
    },
    hear({ kind, value }: EmbedMessage) {
      if (signal.aborted || (kind !== 'tool-wanted' && kind !== 'tool-call')) return;
      const handler = handlers.get(value.name);
      if (kind === 'tool-wanted') send('tool-able', { id: value.id, isAble: !!handler });
      else if (handler) void run(value, handler);
      else send('tool-result', { id: value.id, isDone: false, text: 'It is no longer registered' });
    },
  };
}
