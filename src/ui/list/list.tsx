import { clsx } from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../api/client.ts';
import { Button } from '../controls/button.tsx';
import { Skeleton } from '../page/display.tsx';
import { ReadFailed } from '../page/read-failed.tsx';
import { Spinner } from '../page/spinner.tsx';

/** What is known of a list: `usePages` gives it for a paged endpoint, `listOf` for one that answers at once. */
export type ListState<Row> = {
  /** Nothing while the first answer is on its way. */
  rows: readonly Row[] | undefined;
  error: ApiError | null;
  retry: () => unknown;
  /** The rows are those of the filter before. */
  isPlaceholder?: boolean;
  more?: {
    hasMore: boolean;
    isLoading: boolean;
    /** The last page that was asked for did not come. */
    hasFailed: boolean;
    load: () => void;
  };
};

/** The state of a list that one answer holds: `listOf(useEndpoint(…), (data) => data.keys)`. */
export function listOf<Data, Row>(
  result: {
    data: Data | undefined;
    error: ApiError | null;
    refetch: () => unknown;
    isPlaceholderData: boolean;
  },
  rowsOf: (data: Data) => readonly Row[],
): ListState<Row> {
  return {
    rows: result.data === undefined ? undefined : rowsOf(result.data),
    error: result.error,
    retry: result.refetch,
    isPlaceholder: result.isPlaceholderData,
  };
}

type Props<Row> = {
  of: ListState<Row>;
  /** Says what could not be read, where the place doesn't; why stands under it. */
  failed?: ReactNode;
  /** In the shape of the rows. */
  waiting?: ReactNode;
  /** A sentence in a frame, or a part of its own (`EmptyState`). */
  empty: ReactNode;
  /** Words on the button for the next page. Without them the rows themselves ask for it (`more.load`). */
  more?: string;
  /** Margin of what stands in place of the rows, or under them. */
  className?: string;
  children: (rows: readonly Row[]) => ReactNode;
};

/**
 * Every list of the dashboard: waits in the shape of its rows, says why it couldn't be read and tries again,
 * says that there is nothing, draws the rows, and brings the next page.
 */
export function List<Row>({ of: list, failed, waiting, empty, more, className, children }: Props<Row>) {
  const { rows, error, retry, isPlaceholder = false } = list;
  if (!rows)
    return error ? (
      <ReadFailed
        title={failed}
        error={error}
        retry={retry}
        {...(className !== undefined && { className })}
      />
    ) : (
      (waiting ?? <Skeleton className="h-40 w-full" />)
    );
  return (
    <>
      {rows.length === 0 ? (
        <Nothing>{empty}</Nothing>
      ) : (
        <div
          aria-busy={isPlaceholder}
          className={clsx('min-w-0 transition-opacity duration-150', isPlaceholder && 'opacity-60')}
        >
          {children(rows)}
        </div>
      )}
      {list.more && <NextPage more={list.more} error={error} label={more} className={className} />}
    </>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? (
    <p className="rounded-card border border-line bg-surface px-6 py-10 text-center text-muted">{children}</p>
  ) : (
    children
  );
}

/** So many shapes of a row that is on its way; `className` gives them their height. */
export function SkeletonRows({ count, className }: { count: number; className: string }) {
  return (
    <div className="grid gap-2">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className={`${className} w-full`} />
      ))}
    </div>
  );
}

function NextPage({
  more,
  error,
  label,
  className = 'pt-4',
}: {
  more: NonNullable<ListState<unknown>['more']>;
  error: ApiError | null;
  label: string | undefined;
  className?: string | undefined;
}) {
  const { t } = useTranslation('common');
  const button = useRef<HTMLButtonElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const wasAsked = useRef(false);
  const { hasMore, isLoading, hasFailed, load } = more;
  useEffect(() => {
    if (isLoading || !wasAsked.current) return;
    wasAsked.current = false;
    // A button that waits can't hold the focus, and behind the last page there is none: whoever goes by
    // keyboard stays where they were.
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      (button.current ?? end.current)?.focus({ preventScroll: true });
  }, [isLoading]);
  return (
    <>
      {hasFailed && error && !isLoading ? (
        <div className={className}>
          <ReadFailed error={error} retry={load} />
        </div>
      ) : label === undefined ? (
        isLoading && (
          <p role="status" className={clsx('flex justify-center gap-2 text-muted', className)}>
            <Spinner size={16} /> {t('loadingMore')}
          </p>
        )
      ) : (
        hasMore && (
          <div className={clsx('flex justify-center', className)}>
            <Button
              ref={button}
              pending={isLoading}
              onClick={() => {
                wasAsked.current = true;
                load();
              }}
            >
              {label}
            </Button>
          </div>
        )
      )}
      <span ref={end} tabIndex={-1} className="sr-only" />
    </>
  );
}
