import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { OwnedTable } from './account-data.repository.ts';

/**
 * Tables that a person has no use for: what is made out of other rows, deliveries of vendors, and things in
 * progress.
 */
const leftOut =
  /^(account_exports|account_export_parts|knowledge_(segments|postings|vectors|frontier)|payment_events|plan_events|restore_codes|store_order_codes|ownership_transfers|test_money_\w+|template_uses|template_demos)$/;
/** Secrets and what opens something: they leave the house in no form. */
const secret = /sealed|hash|secret|token|password|cipher|client_key|previous_keys|^handle$/;

/** What of a table goes into an export; null when nothing does. */
export function exportedPart(table: OwnedTable): OwnedTable | null {
  if (leftOut.test(table.name)) return null;
  return {
    ...table,
    columns: table.columns.filter((column) => !secret.test(column) && column !== 'account_id'),
    files: table.files.filter((column) => !secret.test(column)),
  };
}

/** What is called by a name, so that ids in other files can be looked up. */
const named = /^(agents|forms|contacts|collections|knowledge_sources|coupons|paywall_offers|labels|tags)$/;

/** Remembers what a row is called. */
export function nameRow(names: Map<string, string>, table: string, row: Record<string, unknown>): void {
  const name = row['name'] ?? row['title'] ?? row['email'] ?? row['label'];
  if (named.test(table) && typeof row['id'] === 'string' && typeof name === 'string' && name !== '')
    names.set(row['id'], name);
}

/** Where the file of a row lies: by the row's id, and with the name that it came with. */
export function exportedFileName(
  table: string,
  column: string,
  row: Record<string, unknown>,
  place: number,
): string {
  const id = String(row['id'] ?? row['hash'] ?? place);
  const given = row['name'] ?? row['file_name'];
  // eslint-disable-next-line no-control-regex
  const own = typeof given === 'string' ? given.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').slice(-120) : '';
  return `files/${table}/${id}-${own || column}`;
}

/** What is in an export and how it is read, as Markdown; `counts` are rows by table. */
export function readmeOf(
  text: (key: string, variables?: Record<string, string>) => string,
  counts: readonly (readonly [string, number])[],
  now: Date,
): string {
  const day = now.toISOString().slice(0, 10);
  const rows = counts.filter(([, count]) => count > 0).map(([name, count]) => `| ${name}.json | ${count} |`);
  return [
    `# ${text('title', { date: day })}`,
    text('rows'),
    ['names', 'files', 'secrets'].map((key) => `- ${text(key)}`).join('\n'),
    [`| ${text('file')} | ${text('count')} |`, '| --- | ---: |', ...rows].join('\n'),
    '',
  ].join('\n\n');
}

const partBytes = 1_048_576;

/** A ZIP file that is written while it is made: `take` gives what is finished, in parts of a megabyte. */
export function createZipWriter() {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else {
      waiting.push(chunk);
      size += chunk.length;
    }
  });
  return {
    /** Begins a text file; `write` adds to it, and an empty text with `isLast` ends it. */
    text(name: string): { write(text: string, isLast?: boolean): void } {
      const file = new ZipDeflate(name, { level: 6 });
      zip.add(file);
      const encoder = new TextEncoder();
      return { write: (text, isLast = false) => file.push(encoder.encode(text), isLast) };
    },
    /** Adds a file whole: pictures and documents are packed already. */
    file(name: string, bytes: Uint8Array): void {
      const file = new ZipPassThrough(name);
      zip.add(file);
      file.push(bytes, true);
    },
    end: (): void => zip.end(),
    /** Full parts; with `all` also the last one. */
    *take(all = false): Generator<Buffer> {
      if (failure) throw failure;
      if (size < partBytes && !all) return;
      const bytes = Buffer.concat(waiting);
      const end = all ? bytes.length : bytes.length - (bytes.length % partBytes);
      for (let from = 0; from < end; from += partBytes)
        yield bytes.subarray(from, Math.min(end, from + partBytes));
      waiting = end < bytes.length ? [bytes.subarray(end)] : [];
      size = bytes.length - end;
    },
  };
}
