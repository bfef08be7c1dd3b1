import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { contactsImportEndpoints, contactsImportErrors } from '../../contacts-import.contract.ts';
import type { ContactsImport } from './imports.usecases.ts';

export function contactsImportRoutes(binder: Binder, imports: ContactsImport): void {
  bindEndpoints(binder, contactsImportEndpoints, {
    async upload({ scope, request }) {
      const file = await uploadedFile(request, {
        admit: () => imports.checkUpload(scope),
        missing: contactsImportErrors.importMissing,
      });
      return imports.upload(scope, file);
    },
    get: ({ scope, params }) => imports.get(scope, params.id),
    check: ({ scope, params, body }) => imports.check(scope, params.id, body),
    run: ({ scope, params }) => imports.run(scope, params.id),
  });
}
