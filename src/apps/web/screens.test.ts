import { expect, it } from 'vitest';
import { screenNameAt } from './screen-name.ts';

it('names the very screen of an address for its loading text', () => {
  const addresses = [
    '/dashboard',
    '/dashboard/templates',
    '/dashboard/forms',
    '/dashboard/forms/new',
    '/dashboard/forms/frm_1',
    '/dashboard/forms/frm_1/submissions',
    '/dashboard/widgets/new',
    '/dashboard/agents/edit/agt_1',
    '/dashboard/inbox/cnv_1',
    '/dashboard/contacts/con_1',
    '/dashboard/customers',
    '/dashboard/docs',
    '/superadmin',
    '/dashboard/nowhere',
  ];
  expect(addresses.map(screenNameAt)).toEqual([
    'dashboard',
    'templates',
    'forms',
    'newForm',
    'formEditor',
    'submissions',
    'newAgent',
    'agentEditor',
    'inbox',
    'contact',
    'customers',
    'docs',
    'superadmin',
    null,
  ]);
});
