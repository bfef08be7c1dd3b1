import { readSpan } from '#shared/time-spans/span.ts';

/** Whether an agent was made in a span of time such as `~2026-11-01T00:00:00Z`; any was where there is none. */
export function isMadeIn({ createdAt }: { createdAt: string }, made: string): boolean {
  const span = readSpan(made);
  const moment = new Date(createdAt);
  return (
    span === null || ((span.from === null || moment >= span.from) && (span.to === null || moment < span.to))
  );
}
