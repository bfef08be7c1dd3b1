import type { PartContent } from '#shared/chat/message-parts.ts';
import { failure, type ToolContext, type ToolResult } from '#features/tools/server/tools.usecases.ts';
import { StoreError } from '#providers/stores/stores.port.ts';
import type { OpenStore } from '../stores-opening.usecases.ts';
import type { CartOf } from './carts.usecases.ts';

/** Milliseconds that a shop may take for one call. */
export const callMs = 15_000;
/** Characters of a shop's own data that a model reads of one call. */
export const longestData = 7_000;

/** One answer that works with a store. Which store, and whose cart, never comes from a model. */
export type Shopping = {
  context: ToolContext;
  store: OpenStore;
  /** Null where nothing of the answer is kept: then there is no cart. */
  of: CartOf | null;
  /** What visitors read where no model puts it into words; a key of `store-answers`. */
  say(key: string, variables?: Record<string, string | number>): string;
};

export const show = ({ context }: Shopping, content: PartContent): boolean => context.show(content);

/** What is said when a shop refuses or is away; rejects with what is no failure of a shop. */
function refusalOf(error: unknown, say: Shopping['say']): ToolResult {
  if (!(error instanceof StoreError)) throw error;
  const away = 'Say that it can not be asked now.';
  switch (error.failure) {
    case 'notFound':
      return {
        ...failure('invalid_arguments', 'The store has no such product or variant.'),
        said: say('gone'),
      };
    case 'notEnough': {
      const told =
        error.left === null
          ? 'The store does not have that many. Nothing was changed.'
          : `The store has ${error.left} of it. Nothing was changed.`;
      const said = error.left ? say('notEnough', { count: error.left }) : say('soldOut');
      return { ...failure('refused', told), said };
    }
    case 'timedOut':
      return { ...failure('timed_out', `The store took too long. ${away}`), said: say('away') };
    case 'tooLarge':
      return { ...failure('too_large', `The store gave too much. ${away}`), said: say('away') };
    case 'addressRefused':
      return { ...failure('address_refused', `The store can not be reached. ${away}`), said: say('away') };
    case 'badAnswer':
    case 'keyRefused':
      return {
        ...failure('bad_response', `The store gave nothing usable. ${away}`, error.failure),
        said: say('away'),
      };
    default:
      return { ...failure('unreachable', `The store can not be reached. ${away}`), said: say('away') };
  }
}

/** Turns what a shop refuses into what model and visitor read of it. */
export const guarded =
  <Input>({ say }: Pick<Shopping, 'say'>, work: (input: Input, signal: AbortSignal) => Promise<ToolResult>) =>
  (input: Input, signal: AbortSignal): Promise<ToolResult> =>
    work(input, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return refusalOf(error, say);
    });
