import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, send, toQuery } from './client.ts';

/**
 * `['contacts/1/conversations', { page: 2 }]` → `/api/contacts/1/conversations?page=2`; absolute paths stay.
 */
export function pathOfKey(key: readonly unknown[]): string {
  const [first, second] = key;
  const path = String(first);
  return (path.startsWith('/') ? path : `/api/${path}`) + (typeof second === 'object' ? toQuery(second) : '');
}

/**
 * The cache with the specified defaults: nothing goes stale, nothing refetches or polls by itself, no
 * retries.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // What somebody may no longer read, or what is gone, does not stay on the screen.
      onError(error, query) {
        if (error instanceof ApiError && [403, 404].includes(error.status))
          query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => send('GET', pathOfKey(queryKey), undefined, signal),
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}
