import type { Transaction } from '#platform/database/database.ts';
import { imageKeysOf } from '../landing-pages-document.models.ts';
import type { PageRow } from '../landing-pages.repository.ts';
import { versionsRepository } from './versions.repository.ts';

/** Notes which pictures visitors of a page see, of all versions that are shown. */
export async function noteShownImages(
  tx: Transaction,
  row: Pick<PageRow, 'id' | 'accountId' | 'publishedVersion' | 'experimentVersion'>,
): Promise<void> {
  const shown = [row.publishedVersion, row.experimentVersion].filter((each) => each !== null);
  const documents = await versionsRepository(tx).documents(row.id, shown);
  await versionsRepository(tx).setImageUses(row.accountId, row.id, documents.flatMap(imageKeysOf));
}
