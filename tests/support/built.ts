import { ensureBuilt } from '../../tools/build.ts';

/** Builds what browsers get if it is old. Test files run side by side: one builds, the others wait. */
export const buildOnce = (): Promise<void> => ensureBuilt(() => undefined);
