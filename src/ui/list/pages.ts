import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { api, type ApiError, type EndpointName, type InputArguments, type Output } from '../api/client.ts';
import { keyOfEndpoint } from '../api/hooks.ts';
import type { ListState } from './list.tsx';

/** How a page says where the next one begins: null or nothing at the end. */
type Paged = { nextCursor?: string | null } | { next: string | null };
type PagedName = {
  [K in Extract<EndpointName, `GET ${string}`>]: Output<K> extends
    | { nextCursor: string | null }
    | { next: string | null }
    ? K
    : never;
}[Extract<EndpointName, `GET ${string}`>];

/** Where a page begins, as it is asked for; nothing for the first. */
type Start = { cursor: string } | { before: string } | undefined;
/** What the cache holds of a paged read. */
export type Pages<K extends PagedName> = InfiniteData<Output<K>, Start>;

/** Both ways in which endpoints page: `nextCursor` is sent back as `cursor`, `next` as `before`. */
export function startOfNext(page: Paged): Start {
  if ('next' in page) return page.next ? { before: page.next } : undefined;
  return 'nextCursor' in page && page.nextCursor ? { cursor: page.nextCursor } : undefined;
}

/** The cache's key of a paged read: its path, its query, and `pages`. */
export function keyOfPages<K extends PagedName>(name: K, ...given: InputArguments<K>): readonly unknown[] {
  const [path, query = {}] = keyOfEndpoint(name, ...given);
  return [path, query, 'pages'];
}

export type PagedList<K extends PagedName, Row> = ListState<Row> & {
  more: NonNullable<ListState<Row>['more']>;
  /** The first page, for what it says about all of them: totals, sums. */
  first: Output<K> | undefined;
};

/**
 * Reads a paged endpoint for a `<List>`: `usePages('GET /api/audit', { query }, (page) => page.entries)`.
 * While another filter is on its way, the rows of the one before stay (`isPlaceholder`). `enabled: false`
 * waits with asking.
 */
export function usePages<K extends PagedName, Row>(
  name: K,
  input: NonNullable<InputArguments<K>[0]>,
  rowsOf: (page: Output<K>) => readonly Row[],
  { enabled = true }: { enabled?: boolean } = {},
): PagedList<K, Row> {
  const key = keyOfPages(name, ...([input] as unknown as InputArguments<K>));
  const result = useInfiniteQuery<Output<K>, ApiError, Pages<K>, readonly unknown[], Start>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const { query, ...rest } = input as { query?: object };
      const asked = { ...rest, query: { ...query, ...pageParam } };
      return (api as (name: K, input: unknown, signal: AbortSignal) => Promise<Output<K>>)(
        name,
        asked,
        signal,
      );
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => startOfNext(page as Paged),
    // Another thing's rows (another path) are not this one's, not even for a moment.
    placeholderData: (before, query) => (query?.queryKey[0] === key[0] ? before : undefined),
    staleTime: 0,
    enabled,
  });
  return {
    rows: result.data?.pages.flatMap(rowsOf),
    first: result.data?.pages[0],
    error: result.error,
    retry: () => void result.refetch(),
    isPlaceholder: result.isPlaceholderData,
    more: {
      hasMore: result.hasNextPage,
      isLoading: result.isFetchingNextPage,
      hasFailed: result.isFetchNextPageError,
      load: () => {
        if (!result.isFetchingNextPage) void result.fetchNextPage();
      },
    },
  };
}
