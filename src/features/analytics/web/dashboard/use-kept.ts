import { useRef } from 'react';

/** What was read last stays on screen while something else is read, or can't be; not across another `of`. */
export function useKept<T>(data: T | undefined, of: string = ''): T | undefined {
  const kept = useRef<{ of: string; data: T } | undefined>(undefined);
  if (data !== undefined) kept.current = { of, data };
  return kept.current?.of === of ? kept.current.data : undefined;
}
