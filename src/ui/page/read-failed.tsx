import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../api/client.ts';
import { Button } from '../controls/button.tsx';
import { Callout } from './display.tsx';

/**
 * Stands where something would stand that couldn't be read: what is missing (where its place doesn't say so),
 * why, and the way to try again. What is gone (404) is not there the next time either.
 */
export function ReadFailed({
  title,
  error,
  retry,
  className,
}: {
  title?: ReactNode;
  error: ApiError;
  retry: () => unknown;
  className?: string;
}) {
  const { t } = useTranslation('common');
  return (
    <Callout
      tone="danger"
      live
      title={title}
      {...(className !== undefined && { className })}
      action={
        error.status !== 404 && (
          <Button size="sm" onClick={() => void retry()}>
            {t('tryAgain')}
          </Button>
        )
      }
    >
      {error.status === 0 ? t('failed.offline') : error.message}
    </Callout>
  );
}
