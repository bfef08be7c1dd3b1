import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * One value kept in the address (`?tab=billing`), so that Back, reload and links keep it. The fallback is not
 * written.
 * `push` makes a step for Back (tabs); without it the entry is replaced (search as one types).
 */
export function useUrlParam<T extends string>(
  name: string,
  fallback: T,
  options: { allowed?: readonly T[]; push?: boolean } = {},
): [T, (value: T) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const found = search[name];
  const value =
    typeof found === 'string' && (!options.allowed || options.allowed.includes(found as T))
      ? (found as T)
      : fallback;
  const { push = false } = options;
  const set = useCallback(
    (next: T) => {
      void navigate({
        to: '.',
        search: ((previous: Record<string, unknown>) => ({
          ...previous,
          [name]: next === fallback || next === '' ? undefined : next,
        })) as never,
        replace: !push,
        resetScroll: false,
      });
    },
    [navigate, name, fallback, push],
  );
  return [value, set];
}
