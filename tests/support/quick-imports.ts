import path from 'node:path';

const hooks = path.join(import.meta.dirname, '../../tools/quick-imports.mjs');

/** Arguments of Node that find a script's imports as quickly as `npm start` does. */
export const withQuickImports: readonly string[] = ['--import', hooks];
