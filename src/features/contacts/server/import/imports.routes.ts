import { Readable } from 'node:stream';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { timezoneOf } from '#platform/http/time-zone.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { contactsImportEndpoints, contactsImportErrors } from '../../contacts-import.contract.ts';
import type { ContactsImport } from './imports.usecases.ts';

export function contactsImportRoutes(binder: Binder, imports: ContactsImport): void {
  bindEndpoints(binder, contactsImportEndpoints, {
    async upload({ scope, request, user }) {
      const file = await uploadedFile(request, {
        admit: () => imports.checkUpload(scope),
        missing: contactsImportErrors.importMissing,
      });
      return imports.upload(scope, file, { language: user.language, timezone: timezoneOf(request) });
    },
    get: ({ scope, params }) => imports.get(scope, params.id),
    check: ({ scope, params, body }) => imports.check(scope, params.id, body),
    async refused({ scope, params, user, reply }) {
      const lines = await imports.refused(scope, params.id, user.language);
      await reply
        .header('content-disposition', 'attachment; filename="refused.csv"')
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8')
        .send(Readable.from(lines));
      return '';
    },
    run: ({ scope, params }) => imports.run(scope, params.id),
  });
}
