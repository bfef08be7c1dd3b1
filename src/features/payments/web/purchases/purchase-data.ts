import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { api, type ApiError, type Output } from '#ui/api/client.ts';
import type { Purchase } from '../../payments-purchases.contract.ts';
import type { MoneyQuery } from '../figures/money-filters.ts';

type Page = Output<'GET /api/payments'>;
export type PurchaseFilter = Omit<MoneyQuery, 'zone'> & {
  zone?: string;
  contactId?: string;
  search?: string;
  state?: 'paid' | 'open' | 'refunded' | 'disputed' | 'failed' | 'subscribed';
  type?: Purchase['type'];
};

/** Purchases page by page, newest first. */
export function usePurchases(query: PurchaseFilter, enabled: boolean) {
  const result = useInfiniteQuery<
    Page,
    ApiError,
    InfiniteData<Page, string | undefined>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: ['/api/payments', query, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/payments', { query: { ...query, ...(pageParam && { before: pageParam }) } }, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before) => before,
    staleTime: 0,
    enabled,
  });
  return {
    purchases: result.data?.pages.flatMap((page) => page.purchases),
    total: result.data?.pages[0]?.total ?? 0,
    error: result.error,
    retry: () => void result.refetch(),
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    isPlaceholder: result.isPlaceholderData,
    more: () => void result.fetchNextPage(),
  };
}
