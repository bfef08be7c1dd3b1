import { vi } from 'vitest';

/**
 * How long a test looks for what is on its way, in milliseconds. Vitest's second is too short for a machine
 * that does other work.
 */
const patienceMs = 30_000;
const { waitFor } = vi;

vi.waitFor = (look, options) =>
  waitFor(look, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) });
