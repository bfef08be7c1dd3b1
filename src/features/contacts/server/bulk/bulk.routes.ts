import { Readable } from 'node:stream';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { contactsManyEndpoints } from '../../contacts-many.contract.ts';
import type { ContactsPrivacy } from '../erasure/erasure.usecases.ts';
import type { ContactsFiles } from './export.usecases.ts';
import type { ContactsMany } from './bulk.usecases.ts';

export function contactsManyRoutes(
  binder: Binder,
  { many, privacy, files }: { many: ContactsMany; privacy: ContactsPrivacy; files: ContactsFiles },
): void {
  bindEndpoints(binder, contactsManyEndpoints, {
    segments: ({ scope }) => many.segments(scope),
    createSegment: ({ scope, body }) => many.createSegment(scope, body),
    updateSegment: ({ scope, params, body }) => many.updateSegment(scope, params.id, body),
    deleteSegment: ({ scope, params }) => many.deleteSegment(scope, params.id),
    bulk: ({ scope, body }) => many.begin(scope, body),
    task: ({ scope, params }) => many.task(scope, params.id),
    async table({ scope, query, reply }) {
      await reply
        .header('content-disposition', 'attachment; filename="contacts.csv"')
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8')
        .send(Readable.from(files.csv(scope, query)));
      return '';
    },
    async record({ scope, params, reply }) {
      const text = await privacy.record(scope, params.id);
      await reply
        .header('content-disposition', 'attachment; filename="contact.json"')
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(text);
      return '';
    },
    duplicates: ({ scope }) => privacy.duplicates(scope),
    merge: ({ scope, params, body }) => privacy.merge(scope, params.id, body),
    erase: ({ scope, params }) => privacy.erase(scope, params.id),
  });
}
