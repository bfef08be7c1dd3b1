import { planExpiredError } from '#shared/errors.ts';

type Refusal = { code?: string | undefined };

/** Whether a call was refused because the account's plan is over. */
export function isPlanExpiredError(error: unknown): boolean {
  return error instanceof Error && (error as Refusal).code === planExpiredError.code;
}

let isOpen = false;
let told = new Set<string>();
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/**
 * Whether the screen tells right now that the account's plan is over. Every refused call comes by here, so
 * that one dialog tells it for all screens.
 * What saves by itself while somebody types (`PUT`) has it told once; what somebody presses, each time.
 */
export const planExpiredStore = {
  get: () => isOpen,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Looks at a call that was refused. */
  hear(method: string, path: string, error: Error): void {
    if (!isPlanExpiredError(error) || told.has(path)) return;
    if (method === 'PUT') told.add(path);
    set(true);
  },
  close: () => set(false),
  /** The account has a plan again: the next refusal is news. */
  forget() {
    told = new Set();
    set(false);
  },
};
