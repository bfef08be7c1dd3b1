import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The checkout: where migrations, locales and built files lie. */
export const projectFolder = path.join(import.meta.dirname, '../../..');

/** The product's texts: a folder for each language. */
export const localesFolder = path.join(projectFolder, 'locales');

/** The version of the product, like 0.1.0. */
export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
