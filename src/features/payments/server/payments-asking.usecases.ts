import { AppError } from '#shared/errors.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { paymentsErrors } from '../payments.contract.ts';

/** Longest time that a person waits for a vendor. */
export const patienceMs = 15_000;

/** Waits for a vendor no longer than `milliseconds`. The call itself may still do its work; its key makes the next one the same call. */
export async function within<T>(work: Promise<T>, milliseconds = patienceMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PaymentError('payments.unreachable', `No answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const byCode = {
  // What the owner must mend; visitors read that they may ask him.
  'payments.unauthorized': paymentsErrors.incomplete,
  'payments.scope_missing': paymentsErrors.incomplete,
  'payments.unreachable': paymentsErrors.notReady,
  'payments.rate_limited': paymentsErrors.notReady,
  'payments.bad_request': paymentsErrors.setupFailed,
  'payments.gone': paymentsErrors.setupFailed,
} as const;

/** A vendor's failure as a person reads it; other errors stay what they are. */
export function readable(error: unknown): unknown {
  return error instanceof PaymentError ? new AppError(byCode[error.code], { cause: error }) : error;
}
