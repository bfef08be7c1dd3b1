import inspector from 'node:inspector';

const everyMs = 1_000;

/**
 * Says once a second, to whoever supervises this process, that its event loop turns. Nothing where nobody
 * does.
 */
export function beginHeartbeat(): void {
  if (!process.send) return;
  const beat = (): void => {
    // A debugger may hold this process for as long as somebody thinks; a message that no longer arrives is no
    // harm.
    if (process.connected) process.send?.({ isDebugged: inspector.url() !== undefined }, () => undefined);
  };
  beat();
  setInterval(beat, everyMs).unref();
}

/** Whether a heartbeat says that a debugger may hold its process. */
export function inspectorIsOpen(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'isDebugged' in message && message.isDebugged === true
  );
}
