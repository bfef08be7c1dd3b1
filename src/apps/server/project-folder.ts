import path from 'node:path';

/** The checkout: where migrations, locales and built files lie. */
export const projectFolder = path.join(import.meta.dirname, '../../..');
