import type { RawAnswer } from './form-inputs.ts';

type Kept = {
  answers: Record<string, RawAnswer>;
  /** Of a page that went on to a payment: what is sent later is the same submission. */
  token?: string;
};

/**
 * What this tab keeps of a form that was begun, for a reload and for the way back from a payment. A browser
 * that keeps nothing fills the form all the same.
 */
export function formMemory(publicId: string) {
  const name = `chatelier-form-${publicId}`;
  const quietly = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  return {
    read: (): Kept | null =>
      quietly(() => {
        const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null;
        return kept && typeof kept.answers === 'object' ? kept : null;
      }),
    /** Keeps the token of before where none is given. */
    keep({ answers, token }: Kept): void {
      quietly(() => {
        const kept = JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<Kept>;
        sessionStorage.setItem(name, JSON.stringify({ ...kept, answers, ...(token && { token }) }));
      });
    },
    forget: (): void => void quietly(() => sessionStorage.removeItem(name)),
  };
}
