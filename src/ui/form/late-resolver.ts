import type { FieldValues, Resolver } from 'react-hook-form';
import { ApiError } from '../api/client.ts';

/**
 * Rules of a form that are fetched when somebody comes to a field, or sends it: a screen that a slow phone opens first reads
 * none before it is drawn.
 */
export function lateResolver<Values extends FieldValues, Sent>(
  load: () => Promise<Resolver<Values, unknown, Sent>>,
  fields: Pick<EventTarget, 'addEventListener'> = document,
): Resolver<Values, unknown, Sent> {
  let loading: Promise<Resolver<Values, unknown, Sent> | null> | null = null;
  /** Null where they could not be fetched; the next attempt asks anew. */
  const get = (): Promise<Resolver<Values, unknown, Sent> | null> =>
    (loading ??= load().catch(() => {
      loading = null;
      return null;
    }));
  fields.addEventListener('focusin', () => void get(), { once: true });
  return async (...given) => {
    const resolver = await get();
    if (!resolver) throw new ApiError('', 0, null);
    return resolver(...given);
  };
}
