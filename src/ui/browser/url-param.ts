import { useNavigate, useParams, useSearch, type RegisteredRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** A name that some screen of the app keeps in its address. */
export type SearchParam = keyof ReturnType<typeof useSearch<RegisteredRouter, undefined, false>>;

/** `$id` of the address, on a screen that has several; empty where the address has none. */
export function useIdParam(): string {
  return useParams({ strict: false }).id ?? '';
}

/**
 * One value kept in the address (`?tab=billing`), so that Back, reload and links keep it. The fallback is not
 * written.
 * `push` makes a step for Back (tabs); without it the entry is replaced (search as one types).
 */
export function useUrlParam<T extends string>(
  name: SearchParam,
  fallback: T,
  options: { allowed?: readonly T[]; push?: boolean } = {},
): [T, (value: T) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const found: unknown = search[name];
  const value =
    typeof found === 'string' && (!options.allowed || options.allowed.includes(found as T))
      ? (found as T)
      : fallback;
  const { push = false } = options;
  const set = useCallback(
    (next: T) => {
      void navigate({
        to: '.',
        search: (previous) => ({
          ...previous,
          [name]: next === fallback || next === '' ? undefined : next,
        }),
        replace: !push,
        resetScroll: false,
      });
    },
    [navigate, name, fallback, push],
  );
  return [value, set];
}
