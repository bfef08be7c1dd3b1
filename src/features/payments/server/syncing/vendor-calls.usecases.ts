import { AppError } from '#shared/errors.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { paymentsErrors } from '../../payments.contract.ts';

/** Longest time that a person waits for a vendor. */
export const vendorTimeoutMs = 15_000;

/**
 * Waits for a vendor no longer than `milliseconds`. The call itself may still do its work; its key makes the
 * next one the same call.
 */
export async function within<T>(work: Promise<T>, milliseconds = vendorTimeoutMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new PaymentError('payments.unreachable', `No answer within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Does work about one thing at a time: whoever asks while it runs is served by one further turn, which begins
 * after all of them came.
 */
export function createTurns<T>(): (id: string, work: () => Promise<T | null>) => Promise<T | null> {
  const running = new Map<string, { current: Promise<unknown>; next: Promise<T | null> | null }>();

  function begin(id: string, work: () => Promise<T | null>): Promise<T | null> {
    const current = work();
    const entry = { current, next: null };
    running.set(id, entry);
    const finish = (): void => {
      if (running.get(id) === entry && entry.next === null) running.delete(id);
    };
    current.then(finish, finish);
    return current;
  }

  return (id, work) => {
    const known = running.get(id);
    if (known)
      return (known.next ??= known.current
        .then(
          () => undefined,
          () => undefined,
        )
        .then(() => begin(id, work)));
    return begin(id, work);
  };
}

const byCode = {
  // What the owner must mend; visitors read that they may ask them.
  'payments.unauthorized': paymentsErrors.incomplete,
  'payments.scope_missing': paymentsErrors.incomplete,
  'payments.unreachable': paymentsErrors.notReady,
  'payments.rate_limited': paymentsErrors.notReady,
  'payments.bad_request': paymentsErrors.setupFailed,
  'payments.gone': paymentsErrors.setupFailed,
  'payments.declined': paymentsErrors.setupFailed,
} as const;

/** A vendor's failure as a person reads it; other errors stay what they are. */
export function readable(error: unknown): unknown {
  return error instanceof PaymentError ? new AppError(byCode[error.code], { cause: error }) : error;
}
