import { useBlocker } from '@tanstack/react-router';

type Guarded = {
  get(): { isDirty: boolean };
  flush(): Promise<boolean>;
};

/**
 * Saves before the person leaves; asks only when that fails. Closing the tab asks while something is unsaved.
 */
export function useLeaveGuard(store: Guarded): { isAsking: boolean; leave: () => void; stay: () => void } {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && store.get().isDirty && !(await store.flush()),
    enableBeforeUnload: () => store.get().isDirty,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}
