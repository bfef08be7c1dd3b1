import { expect, vi } from 'vitest';
import type { ContactTask } from '#features/contacts/contacts-many.contract.ts';

/** A change of many contacts once it has come to its end; half a minute is more than any of them takes. */
export function finishedContactTask(
  owner: { get<T>(path: string): Promise<T> },
  id: string,
): Promise<ContactTask> {
  return vi.waitFor(
    async () => {
      const task = await owner.get<ContactTask>(`/api/contact-tasks/${id}`);
      expect(task.state).toBe('done');
      return task;
    },
    { timeout: 30_000, interval: 50 },
  );
}
