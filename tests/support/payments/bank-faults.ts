type Fault = () => Promise<void>;

/** What goes wrong at a bank when a test says so. A fault rejects; it may also wait, or do the work and lose the answer. */
export function createBankFaults() {
  const once: { method: string; fault: Fault }[] = [];
  const lasting = new Map<string, Fault>();
  return {
    /** What happens to one call of a method. */
    async happen(method: string): Promise<void> {
      await lasting.get(method)?.();
      const at = once.findIndex((fault) => fault.method === method);
      if (at >= 0) await once.splice(at, 1)[0]?.fault();
    },
    /** The next call of a method fails, once. */
    fault(method: string, fault: Fault): void {
      once.push({ method, fault });
    },
    /** Every call of a method fails, whoever makes it, until the function that is given back is called. */
    outage(method: string, fault: Fault): () => void {
      lasting.set(method, fault);
      return () => void lasting.delete(method);
    },
  };
}
