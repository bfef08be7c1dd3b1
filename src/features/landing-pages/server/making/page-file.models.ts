import { parsePage } from '#shared/landing-pages/parse-page.ts';
import type { PageDocument } from '#shared/landing-pages/page-settings.ts';
import { pageFileSchema, type PageFile } from '../../landing-pages-files.contract.ts';

/** A page out of a file; null where it is none, or where reading it would have to mend it. */
export function readPageFile(
  bytes: Uint8Array,
): (PageDocument & Pick<PageFile, 'title' | 'pictures'>) | null {
  let written: unknown;
  try {
    written = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Whatever is wrong with a stranger's file, it is no page.
    return null;
  }
  const file = pageFileSchema.safeParse(written).data;
  if (!file) return null;
  const { title, settings, pictures } = file;
  const { data, faults } = parsePage(file.data);
  return faults.length === 0 ? { title, settings, data, pictures } : null;
}

/** The same document with its pictures under other keys; those without one are left out. */
export function withKeys(document: PageDocument, keys: ReadonlyMap<string, string>): PageDocument {
  const text = JSON.stringify(document).replaceAll(/\/page-images\/([0-9a-f]{32})/g, (_path, key: string) => {
    const known = keys.get(key);
    return known === undefined ? '' : `/page-images/${known}`;
  });
  return JSON.parse(text) as PageDocument;
}
