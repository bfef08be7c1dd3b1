import { expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { readExport } from './transfer.models.ts';

const file = (more: string): Uint8Array =>
  Buffer.from(`{"kind":"chatelier.agent","schemaVersion":1,"configuration":{"a":${more}}}`);

test('a file is an agent by what it says of itself', () => {
  expect(readExport(file('[1]'))).toMatchObject({ configuration: { a: [1] } });
  expect(readExport(file('[1'))).toBe('not an export');
  expect(readExport(Buffer.from('{"kind":"chatelier.agent","schemaVersion":99}'))).toBe('too new');
  expect(readExport(Buffer.from('null'))).toBe('not an export');
});

test('24 MB of small values are refused before they are read', () => {
  const long = 24 * 1_048_576 - 200;
  for (const again of ['{},', '[', '{"a":', '1,', '"a":1,']) {
    const bytes = file(`[${again.repeat(long / again.length)}1]`);
    const spent = countProcessorTime();
    expect(readExport(bytes)).toBe('not an export');
    expect(spent()).toBeLessThan(500);
  }
});

test('a file of as many questions as fit is read', () => {
  const pair = `{"question":"${'q'.repeat(60)}","answer":"${'a'.repeat(300)}"}`;
  const bytes = file(`[${Array.from({ length: 60_000 }, () => pair).join()}]`);
  const spent = countProcessorTime();
  expect(readExport(bytes)).toBeTypeOf('object');
  expect(spent()).toBeLessThan(1_500);
});
