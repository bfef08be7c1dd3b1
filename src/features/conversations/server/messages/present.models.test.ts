import { expect, test } from 'vitest';
import { excerpt } from '#shared/text/excerpt.ts';
import { agentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { messageExcerpt, presentAgent } from './present.models.ts';

test('a list shows the words of a message, not its marks, addresses and citations', () => {
  expect(excerpt('We **do** bake it [1]. See [our page](https://example.com/a) and\n`code`')).toBe(
    'We do bake it . See our page and code',
  );
  expect(excerpt('_Set_ shared_buffers higher')).toBe('Set shared_buffers higher');
  expect(excerpt('![Rye loaf](/images/1.webp)')).toBe('Rye loaf');
  expect(excerpt('f(x) is [not] a link (at all)')).toBe('f(x) is [not] a link (at all)');
});

test('a list counts characters as the database does, and cuts none in half', () => {
  expect(excerpt('🙂'.repeat(160))).toBe('🙂'.repeat(160));
  expect(excerpt(`a${'🙂'.repeat(160)}`)).toBe(`a${'🙂'.repeat(158)}…`);
  expect(messageExcerpt('', [{ name: '🙂'.repeat(200) }])).toBe(`[${'🙂'.repeat(159)}`);
});

const agent = {
  id: 'agt_1',
  accountId: 'acc_1',
  number: 7,
  collectionId: 'col_1',
  avatarUrl: null,
  css: '',
  isPreview: false,
};

test('who can write nothing now is asked for nothing', () => {
  const configuration = agentConfiguration.parse({
    access: { consentEnabled: true, consentText: 'We keep what you write.' },
    contactForm: { enabled: true, moment: 'start' },
  });
  const shown = (closed: string | null) => presentAgent({ ...agent, configuration, closed }, 'en', {});
  expect(shown(null)).toMatchObject({ consent: { text: 'We keep what you write.' }, contactForm: {} });
  expect(shown('Back on Monday.')).toMatchObject({
    closed: 'Back on Monday.',
    consent: null,
    contactForm: null,
  });
});
