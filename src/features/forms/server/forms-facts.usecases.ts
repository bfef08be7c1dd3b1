import type { Transaction } from '#platform/database/database.ts';
import { mostForms } from '../forms.contract.ts';
import { formsRepository } from './forms.repository.ts';
import { gateOf, isPublished } from './page/gate.models.ts';

/** A form as pages show it. */
export type ShownForm = {
  id: string;
  publicId: string;
  name: string;
  /** Whether it takes answers. */
  isOpen: boolean;
};

/** The forms with these public ids that the transaction sees; with null all of the account. */
export async function findShownForms(
  tx: Transaction,
  publicIds: readonly string[] | null,
  now: Date,
): Promise<ShownForm[]> {
  const repository = formsRepository(tx);
  const rows =
    publicIds === null
      ? (await repository.list('', mostForms)).map(({ form }) => form)
      : await repository.byPublicIds(publicIds);
  return rows.map((form) => ({
    id: form.id,
    publicId: form.publicId,
    name: form.name,
    isOpen: isPublished(form) && gateOf(form, now) === 'open',
  }));
}
