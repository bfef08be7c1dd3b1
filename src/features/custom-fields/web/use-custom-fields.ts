import type { CustomFieldScope } from '#shared/contacts/custom-fields.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import type { CustomField } from '../custom-fields.contract.ts';

const none: readonly CustomField[] = [];

/** The account's own fields of contacts or conversations that are in use, in their order. */
export function useCustomFields(scope: CustomFieldScope): readonly CustomField[] {
  const fields = useEndpoint('GET /api/custom-fields').data?.fields;
  return fields ? fields.filter((field) => field.scope === scope && !field.isArchived) : none;
}
