import { ensureBuilt } from '../../../tools/build.ts';

let built: Promise<void> | undefined;

/**
 * Builds what browsers get if it is old. Test files run side by side: one builds, the others wait. A process
 * looks once: reading all sources takes its time.
 */
export const buildOnce = (): Promise<void> => (built ??= ensureBuilt(() => undefined));
