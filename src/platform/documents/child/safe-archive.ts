import { crc32 } from 'node:zlib';
import { fromBuffer } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { DocumentError } from '../document-error.ts';

export type ArchiveLimits = {
  maxEntries: number;
  maxInflatedBytes: number;
  maxEntryBytes: number;
};

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(
      bytes,
      { lazyEntries: true, validateEntrySizes: true, strictFileNames: false },
      (error, file) => (error ? reject(error) : resolve(file)),
    );
  });
}

function readEntry(file: ZipFile, entry: Entry, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const parts: Buffer[] = [];
      let size = 0;
      stream.on('data', (part: Buffer) => {
        size += part.length;
        if (size > limit) {
          stream.destroy();
          reject(
            new DocumentError('document.too_large', `${entry.fileName} unpacks to more than ${limit} bytes`),
          );
        } else parts.push(part);
      });
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(parts)));
    });
  });
}

/**
 * Names in an archive, from its central directory. @throws DocumentError `damaged`, `too_large` or
 * `encrypted`
 */
export async function listArchive(bytes: Buffer, limits: ArchiveLimits): Promise<string[]> {
  return [...(await readArchive(bytes, limits, () => false)).names];
}

/**
 * Unpacks the wanted parts of an archive, counting the real bytes. Refuses archives with too many entries,
 * with names that leave the archive or occur twice, with encrypted parts, with sizes that lie, and XML parts
 * with a document type (office files have none; entity bombs need one).
 */
export async function readArchive(
  bytes: Buffer,
  limits: ArchiveLimits,
  wanted: (name: string) => boolean,
): Promise<{ names: Set<string>; parts: Map<string, Buffer> }> {
  let file: ZipFile | undefined;
  try {
    const archive = await open(bytes);
    file = archive;
    if (archive.entryCount > limits.maxEntries)
      throw new DocumentError('document.too_large', `${archive.entryCount} entries`);
    const entries = await new Promise<Entry[]>((resolve, reject) => {
      const found: Entry[] = [];
      archive.on('entry', (entry: Entry) => {
        found.push(entry);
        if (found.length > limits.maxEntries)
          reject(new DocumentError('document.too_large', 'too many entries'));
        else archive.readEntry();
      });
      archive.on('end', () => resolve(found));
      archive.on('error', reject);
      archive.readEntry();
    });
    const names = new Set<string>();
    const parts = new Map<string, Buffer>();
    let left = limits.maxInflatedBytes;
    for (const entry of entries) {
      if (names.has(entry.fileName))
        throw new DocumentError('document.damaged', `${entry.fileName} occurs twice`);
      names.add(entry.fileName);
      if (!wanted(entry.fileName) || entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted()) throw new DocumentError('document.encrypted');
      if (entry.uncompressedSize > Math.min(left, limits.maxEntryBytes))
        throw new DocumentError(
          'document.too_large',
          `${entry.fileName} claims ${entry.uncompressedSize} bytes`,
        );
      const part = await readEntry(archive, entry, Math.min(left, limits.maxEntryBytes));
      left -= part.length;
      if (/\.(xml|rels)$/i.test(entry.fileName) && hasDocumentType(part))
        throw new DocumentError('document.damaged', `${entry.fileName} declares a document type`);
      parts.set(entry.fileName, part);
    }
    return { names, parts };
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('document.damaged', error instanceof Error ? error.message : String(error));
  } finally {
    file?.close();
  }
}

function hasDocumentType(part: Buffer): boolean {
  const wide = part.length > 3 && (part[0] === 0 || part[1] === 0 || (part[0] ?? 0) >= 0xfe);
  const head = wide ? Buffer.from(part.subarray(0, 200_000).filter((byte) => byte !== 0)) : part;
  return head.includes('<!DOCTYPE') || head.includes('<!ENTITY');
}

/**
 * Packs parts, uncompressed, into a plain archive: libraries that unpack by themselves only ever see one of
 * these.
 */
export function packArchive(parts: ReadonlyMap<string, Buffer>): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, data] of parts) {
    const nameBytes = Buffer.from(name, 'utf8');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt32LE(0x00210000, 6);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    pieces.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, nameBytes, data);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, tail, nameBytes);
    offset += 30 + nameBytes.length + data.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, directoryBytes, end]);
}
