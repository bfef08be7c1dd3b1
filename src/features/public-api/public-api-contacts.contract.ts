import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { contactsManyEndpoints } from '#features/contacts/contacts-many.contract.ts';
import { contactsTimelineEndpoints } from '#features/contacts/contacts-timeline.contract.ts';
import { contactsEndpoints, contactsQuery, contactSchema } from '#features/contacts/contacts.contract.ts';
import { id, may, pageOf, paging } from './public-api.contract.ts';

const one = z.strictObject({ id });
const read = may('contacts.read', 'contacts.read');
const write = may('contacts.write', 'contacts.edit');

export const publicContactsEndpoints = {
  list: endpoint({
    ...contactsEndpoints.list,
    path: '/api/v1/contacts',
    access: read,
    name: 'contacts.list',
    summary: 'Contacts that match, newest activity first unless sorted otherwise.',
    query: contactsQuery.omit({ cursor: true }).extend(paging),
    response: pageOf(contactSchema),
  }),
  get: endpoint({
    ...contactsEndpoints.get,
    path: '/api/v1/contacts/{id}',
    access: read,
    name: 'contacts.get',
    params: one,
  }),
  create: endpoint({
    ...contactsEndpoints.create,
    path: '/api/v1/contacts',
    access: write,
    name: 'contacts.create',
    summary: 'Writes down a person.',
  }),
  change: endpoint({
    ...contactsEndpoints.update,
    path: '/api/v1/contacts/{id}',
    access: write,
    name: 'contacts.change',
    params: one,
  }),
  addNote: endpoint({
    ...contactsTimelineEndpoints.addNote,
    path: '/api/v1/contacts/{id}/notes',
    access: write,
    name: 'contacts.addNote',
    params: one,
  }),
  erase: endpoint({
    ...contactsManyEndpoints.erase,
    path: '/api/v1/contacts/{id}',
    access: may('contacts.erase', 'contacts.erase'),
    name: 'contacts.erase',
    params: one,
  }),
  tags: endpoint({
    ...contactsEndpoints.tags,
    path: '/api/v1/contact-tags',
    access: read,
    name: 'contacts.tags',
  }),
} as const;
