import {
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
  type QueryClient,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../overlay/toast-store.ts';
import {
  api,
  fillPath,
  type ApiError,
  type EndpointName,
  type Input,
  type InputArguments,
  type Output,
} from './client.ts';
import { isPlanExpiredError, planExpiredStore } from './plan-expired.ts';

type GetName = Extract<EndpointName, `GET ${string}`>;
type AnyInput = {
  params?: unknown;
  query?: unknown;
};

/** The cache's key of a read: its path, then its query when there is one. */
export function keyOfEndpoint<K extends GetName>(name: K, ...[input]: InputArguments<K>): readonly unknown[] {
  const given = input as AnyInput | undefined;
  const path = fillPath(String(name).slice('GET '.length), given?.params);
  return given?.query ? [path, given.query] : [path];
}

type ReadOptions<K extends GetName> = Omit<UseQueryOptions<Output<K>, ApiError>, 'queryKey' | 'queryFn'>;

/** Reads an endpoint into the cache: `useEndpoint('GET /api/agents/{id}', { params: { id } })`. */
export function useEndpoint<K extends GetName>(
  name: K,
  ...[input, options]: [...InputArguments<K>, options?: ReadOptions<K>]
): UseQueryResult<Output<K>, ApiError> {
  return useQuery<Output<K>, ApiError>({
    ...(options as ReadOptions<K> | undefined),
    queryKey: keyOfEndpoint(name, ...([input] as unknown as InputArguments<K>)),
  });
}

/** Reads an endpoint into the cache, unless it is there: what fails is asked for again by whoever shows it. */
export function readAhead<K extends GetName>(
  client: QueryClient,
  name: K,
  ...[input]: InputArguments<K>
): void {
  void client.prefetchQuery({ queryKey: keyOfEndpoint(name, ...([input] as unknown as InputArguments<K>)) });
}

/** Replaces or edits what the cache holds for a read: after a write, or when the server sent news. */
export function setEndpointData<K extends GetName>(
  client: QueryClient,
  name: K,
  input: Input<K> | undefined,
  update: (old: Output<K> | undefined) => Output<K> | undefined,
): void {
  client.setQueryData<Output<K>>(keyOfEndpoint(name, ...([input] as unknown as InputArguments<K>)), update);
}

/** Marks reads as old by the beginning of their path, so that those on screen are fetched again. */
export function refresh(client: QueryClient, ...paths: string[]): Promise<void> {
  return readAgain(
    client,
    ({ queryKey: [path] }) =>
      typeof path === 'string' && paths.some((start) => path === start || path.startsWith(`${start}/`)),
  );
}

/**
 * Marks reads as old, also those whose first answer is on its way: it may have been made before the change,
 * and the cache would not ask twice at once.
 */
export async function readAgain(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const firstAnswers = client
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled(firstAnswers.map(({ promise }) => promise));
  await client.invalidateQueries({ predicate });
}

type WriteOptions<K extends EndpointName, C> = {
  /** Paths whose reads are fetched again after success: `['/api/agents']` includes `/api/agents/agt_1`. */
  refreshes?: readonly string[];
  /** Changes the cache at once and returns what is needed to undo it. */
  optimistic?: (client: QueryClient, input: Input<K>) => C;
  undo?: (client: QueryClient, context: C) => void;
  onSuccess?: (output: Output<K>, input: Input<K>) => void;
  onError?: (error: ApiError, input: Input<K>) => void;
  /** Title of the toast on failure; false when `onError` says it. Default: "That did not work". */
  failure?: string | false;
};

/**
 * Writes through an endpoint:
 * `const save = useMutate('PATCH /api/agents/{id}', { refreshes: ['/api/agents'] })`,
 * `save.mutate({ params, body })`.
 */
export function useMutate<K extends EndpointName, C = unknown>(
  name: K,
  options: WriteOptions<K, C> = {},
): UseMutationResult<Output<K>, ApiError, Input<K>, C> {
  const client = useQueryClient();
  const { t } = useTranslation('common');
  return useMutation<Output<K>, ApiError, Input<K>, C>({
    mutationFn: (input) => api(name, ...([input] as unknown as InputArguments<K>)),
    onMutate: (input) => options.optimistic?.(client, input) as C,
    onSuccess: (output, input) => {
      if (options.refreshes) void refresh(client, ...options.refreshes);
      options.onSuccess?.(output, input);
    },
    onError: (error, input, context) => {
      if (options.undo && context !== undefined) options.undo(client, context);
      options.onError?.(error, input);
      // The dialog that tells of a plan that is over needs no toast beside it.
      if (options.failure !== false && !(isPlanExpiredError(error) && planExpiredStore.get()))
        toast({
          variant: 'destructive',
          title: options.failure ?? t('failed.title'),
          description: error.status === 0 ? t('failed.offline') : error.message,
        });
    },
  });
}
