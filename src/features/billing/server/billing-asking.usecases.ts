import { AppError } from '#shared/errors.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { billingErrors } from '../billing.contract.ts';

/** A vendor's failure as the account's owner reads it; other errors stay what they are. */
export function readable(error: unknown): unknown {
  if (!(error instanceof PaymentError)) return error;
  return new AppError(
    error.code === 'payments.declined' ? billingErrors.declined : billingErrors.unavailable,
    { cause: error },
  );
}
