import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientFile, clientOperations, referencePages } from '../../tools/reference.ts';
import { createTestDatabase, type TestDatabase } from '../support/app/test-database.ts';
import { filesIn, readTree } from './source-tree.ts';

let test: TestDatabase;
let pages: Map<string, string>;
beforeAll(async () => {
  test = await createTestDatabase();
  pages = await referencePages(test.database.pool);
});
afterAll(() => test.close());

describe('docs/reference', () => {
  const tree = readTree();

  it('has one file for each part and no others', () => {
    expect(
      filesIn(tree, ['docs/reference'], ['']).map((file) => file.slice('docs/reference/'.length)),
    ).toEqual([...pages.keys()].toSorted());
  });

  it('says what the code says: run `npm run reference` when it does not', () => {
    const old = [...pages]
      .filter(([file, text]) => tree.get(`docs/reference/${file}`) !== text)
      .map(([file]) => file);
    expect(old).toEqual([]);
  });

  it('has the typed operations of the client beside it, which say the same', async () => {
    expect(tree.get(clientFile) === (await clientOperations())).toBe(true);
  });

  it('is the same when it is made twice', async () => {
    expect(await referencePages(test.database.pool)).toEqual(pages);
  });
});
