import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accessEnded, leaveAccount } from './access-ended.ts';
import { api, type ApiError } from './client.ts';
import { readAgain } from './hooks.ts';
import { sessionEndedStore } from './session-ended.ts';

/** One connection for the whole app, opened by the first listener and closed after the last. */
const address = '/api/events';
/** Who is signed in is no matter of news. */
const sessionPath = '/api/user';
/** A refused connection is tried again after this many ms, doubling up to the second number. */
const [firstWait, longestWait] = [1_000, 30_000];
/**
 * A tab that had to give its connection to a newer one reads again this often, in ms, until it is looked at.
 */
const displacedWait = 60_000;

type Listener = (data: unknown) => void;
const listeners = new Map<string, Set<Listener>>();
const missed = new Set<() => void>();
let source: EventSource | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let wait = firstWait;
let lost = false;
let isDisplaced = false;

function readMissed(): void {
  for (const listener of missed) listener();
}

function deliver(event: MessageEvent): void {
  let data: unknown;
  try {
    data = JSON.parse(String(event.data));
  } catch {
    return;
  }
  // News of the account come as `changed` and name themselves inside; `everything` means that some may have
  // been missed.
  const type = (data as { type?: string } | null)?.type ?? '';
  if (type === 'everything') readMissed();
  for (const listener of listeners.get(type) ?? []) listener(data);
}

function open(): void {
  timer = null;
  const opened = new EventSource(address, { withCredentials: true });
  source = opened;
  opened.addEventListener('changed', deliver);
  opened.addEventListener('displaced', () => stepBack(opened));
  opened.addEventListener('access-ended', leaveAccount);
  opened.addEventListener('ready', (event) => {
    wait = firstWait;
    // Nothing was read before the page was asked for: where all was quiet since then, nothing is missed.
    const { quietMs = 0 } = JSON.parse(event.data) as { quietMs?: number };
    if (lost || quietMs < performance.now()) readMissed();
    lost = false;
  });
  opened.onerror = () => {
    lost = true;
    // The browser reconnects a cut stream by itself, but gives up on a refused one.
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
    source = null;
    void lookWhoIsHere();
    timer = setTimeout(open, wait);
    wait = Math.min(wait * 2, longestWait);
  };
}

/**
 * A refused connection may mean that nobody is signed in any more, which is told at once; or that they lost their access
 * while this computer slept, which leaves nothing to read.
 */
const lookWhoIsHere = (): Promise<void> =>
  api('GET /api/user').then(
    () => undefined,
    ({ status, code }: ApiError) => {
      if (code === accessEnded) leaveAccount();
      else if (status === 401) sessionEndedStore.tell();
    },
  );

/**
 * Too many tabs are open: this one is quiet and reads now and then, or they would take the connection from
 * each other for ever.
 */
function stepBack(opened: EventSource): void {
  opened.close();
  if (source !== opened) return;
  source = null;
  lost = true;
  isDisplaced = true;
  timer = setTimeout(readNowAndThen, displacedWait);
  document.addEventListener('visibilitychange', comeBack);
  addEventListener('focus', comeBack);
}

function readNowAndThen(): void {
  readMissed();
  timer = setTimeout(readNowAndThen, displacedWait);
}

/** Whoever looks at this tab again wants its news at once. */
function comeBack(): void {
  if (document.hidden || !isDisplaced) return;
  forgetStep();
  if (timer) clearTimeout(timer);
  open();
}

function forgetStep(): void {
  isDisplaced = false;
  document.removeEventListener('visibilitychange', comeBack);
  removeEventListener('focus', comeBack);
}

function close(): void {
  source?.close();
  source = null;
  forgetStep();
  if (timer) clearTimeout(timer);
  timer = null;
  wait = firstWait;
  lost = false;
}

function listen(name: string, listener: Listener): () => void {
  const known = listeners.get(name);
  if (known) known.add(listener);
  else listeners.set(name, new Set([listener]));
  if (!source && !timer) open();
  return () => {
    const set = listeners.get(name);
    set?.delete(listener);
    if (set?.size === 0) listeners.delete(name);
    if (listeners.size === 0) close();
  };
}

/** News from the server by type, for as long as the component is on screen; use it to update query data. */
export function useServerEvents(handlers: Record<string, (data: unknown) => void>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  const names = Object.keys(handlers).toSorted().join(' ');
  useEffect(() => {
    const stops = names
      .split(' ')
      .filter(Boolean)
      .map((name) => listen(name, (data) => latest.current[name]?.(data)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [names]);
}

/**
 * Keeps the connection open, so that no news fall between two screens; the function that is returned lets it go.
 * What is on screen is read again if there were news before it stood, and after it was lost.
 */
export function keepConnection(client: QueryClient): () => void {
  const catchUp = () =>
    void readAgain(client, (query) => query.isActive() && query.queryKey[0] !== sessionPath);
  missed.add(catchUp);
  const stop = listen('', () => undefined);
  return () => {
    missed.delete(catchUp);
    stop();
  };
}

/** The connection for as long as somebody is signed in. */
export function useServerConnection(): void {
  const client = useQueryClient();
  useEffect(() => keepConnection(client), [client]);
}
