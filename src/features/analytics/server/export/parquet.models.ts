import type { SchemaElement } from 'hyparquet-writer';
import type { ToldEvent } from './told.models.ts';

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const always = { repetition_type: 'REQUIRED' } as const;
const maybe = { repetition_type: 'OPTIONAL' } as const;

/** How Parquet keeps each column; the order is that of the file. */
const columns: Record<keyof ToldEvent, Omit<SchemaElement, 'name'>> = {
  at: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    ...always,
  },
  event: { ...text, ...always },
  id: { ...text, ...always },
  agent: { ...text, ...maybe },
  visitor: { ...text, ...maybe },
  conversation: { ...text, ...maybe },
  amount: { type: 'INT64', ...always },
  device: { ...text, ...maybe },
  browser: { ...text, ...maybe },
  os: { ...text, ...maybe },
  language: { ...text, ...maybe },
  channel: { ...text, ...maybe },
  source: { ...text, ...maybe },
  medium: { ...text, ...maybe },
  campaign: { ...text, ...maybe },
  content: { ...text, ...maybe },
  term: { ...text, ...maybe },
  referrer: { ...text, ...maybe },
  tag: { ...text, ...maybe },
  country: { ...text, ...maybe },
  qr_code: { ...text, ...maybe },
  landing_page: { ...text, ...maybe },
};
const names = Object.keys(columns) as (keyof ToldEvent)[];
const schema: SchemaElement[] = [
  { name: 'events', num_children: names.length },
  ...names.map((name) => ({ name, ...columns[name] })),
];

/** A moment with microseconds as the number of them since 1970. */
function microsOf(at: string): bigint {
  const [whole = '', fraction = ''] = at.replace('Z', '').split('.');
  return BigInt(Date.parse(`${whole}Z`)) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}

function valueOf(event: ToldEvent, name: keyof ToldEvent): string | bigint | null {
  if (name === 'at') return microsOf(event.at);
  return name === 'amount' ? BigInt(event.amount) : event[name];
}

/**
 * Events as an Apache Parquet file, in pieces as they are read. Each of `pages` becomes a row group of its own, so
 * that no more than one of them is in memory; what the columns hold is what a line of NDJSON says.
 */
export async function* parquetOf(pages: AsyncIterable<readonly ToldEvent[]>): AsyncGenerator<Uint8Array> {
  // Thirty files that a start need not read.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema, createdBy: 'chatelier' });
  const written = (): Uint8Array => {
    const piece = writer.getBytes().slice();
    writer.index = 0;
    return piece;
  };
  for await (const page of pages) {
    await file.write({
      columnData: names.map((name) => ({ name, data: page.map((event) => valueOf(event, name)) })),
      rowGroupSize: page.length,
    });
    yield written();
  }
  await file.finish();
  yield written();
}
