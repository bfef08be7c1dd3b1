import type { ChatTheme, EmbedMessage, VisitorStatement } from '#shared/embed/protocol.ts';
import { coverPage } from './phone.ts';
import { createInvitation } from './invitation.ts';
import { show } from './modes.ts';
import type { Panel } from './panel.ts';
import { warn } from './warn.ts';

type Listener = (value?: unknown) => void;

const mostVariables = 20;
const mostLetters = 200;

/**
 * What the launcher's first paint can do without: other modes, phones, the popup message, and most of what
 * pages call.
 */
export function extend(inside: Panel) {
  const { api, emit, send, remember } = inside;
  const readers = new Set<Listener>();
  const texts: string[] = [];
  let statement: VisitorStatement | undefined;
  let variables: Record<string, string> | undefined;
  let theme: ChatTheme | 'auto' | undefined;
  /** What the frame was not told yet; a frame that was loaded again knows nothing. */
  const untold = new Set<'variables' | 'identify' | 'theme'>();
  let isListening = false;

  const flush = () => {
    if (!isListening) return;
    if (readers.size) send('watch', true);
    if (theme && untold.has('theme')) send('theme', theme);
    if (variables && untold.has('variables')) send('variables', variables);
    if (statement && untold.has('identify')) send('identify', statement);
    untold.clear();
    for (const text of texts.splice(0)) send('send', text);
  };
  const listens = () => {
    isListening = true;
    untold.add('variables').add('identify').add('theme');
    flush();
  };
  inside.ready = listens;
  coverPage(inside);
  if (inside.isReady()) listens();

  return {
    invite: createInvitation(inside),
    show: () => show(inside),
    hear({ kind, value }: EmbedMessage) {
      if (kind === 'message' && value.text !== undefined) for (const reader of readers) reader(value);
      if (kind === 'identified') {
        if (value.ok) emit('identify', { verified: true });
        else {
          statement = undefined;
          warn(
            `the visitor's identity was refused (${value.code}). See /dashboard/docs, "Identify visitors".`,
          );
          emit('error', { code: value.code });
        }
      }
      if (kind === 'end') {
        emit('end');
        const url = value?.url;
        /* Closing a chat that fills the screen goes one step back, and that takes a moment. */
        const wait = inside.isFull() ? 200 : 0;
        api.close();
        if (url?.startsWith('https://')) setTimeout(() => location.assign(url), wait);
      }
    },
    read(listener: Listener): () => void {
      readers.add(listener);
      flush();
      return () => {
        readers.delete(listener);
        if (!readers.size) send('watch', false);
      };
    },
    send(text: string) {
      if (typeof text !== 'string' || !text.trim()) return;
      texts.push(text);
      api.open();
      inside.create();
      flush();
    },
    identify(given: VisitorStatement) {
      statement = given;
      untold.add('identify');
      flush();
    },
    setVariables(given: Record<string, unknown>) {
      const entries = Object.entries(given ?? {}).filter(
        ([, value]) => value !== undefined && value !== null,
      );
      if (entries.length > mostVariables) warn(`only the first ${mostVariables} variables are taken.`);
      const taken = entries
        .slice(0, mostVariables)
        .map(([key, value]) => [key.slice(0, 40), String(value).slice(0, mostLetters)]);
      variables = { ...variables, ...(Object.fromEntries(taken) as Record<string, string>) };
      untold.add('variables');
      flush();
    },
    setTheme(given: ChatTheme | 'auto') {
      if (!['light', 'dark', 'auto'].includes(given)) return warn(`"${given}" is no theme.`);
      theme = given;
      inside.paint(theme);
      untold.add('theme');
      flush();
    },
    reset() {
      statement = variables = undefined;
      texts.length = 0;
      remember('token', null);
      send('reset');
    },
  };
}
