import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { screenNameAt } from './screen-name.ts';
import { screens } from './screens.ts';
import { guidesFor } from './shell/help/help-guides.ts';

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

const project = path.join(import.meta.dirname, '../../..');
const framed = [
  ...new Set(screens.filter(({ frame }) => frame !== 'bare').map(({ screen }) => screen.screenName)),
];

it.each(languages)('each screen with a menu says what it is for: %s', (language) => {
  const { screens: texts } = JSON.parse(
    readFileSync(path.join(project, 'locales', language, 'help.json'), 'utf8'),
  ) as { screens: Record<string, string> };
  expect(framed.length).toBeGreaterThan(30);
  expect(framed.filter((name) => !texts[name])).toEqual([]);
});

it('leads to guides that there are', () => {
  const guides = [null, ...framed].flatMap(guidesFor);
  const missing = guides.filter((slug) => !existsSync(path.join(project, 'docs/guides', `${slug}.md`)));
  expect(missing).toEqual([]);
});
