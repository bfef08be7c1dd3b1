import { expect, it } from 'vitest';
import { draftOf, inputOf } from './post-draft.ts';

it('tags are typed as one text and sent as several, each once', () => {
  const draft = {
    ...draftOf(null, 'nl', 'Olga'),
    title: 'Wat kost één bericht?',
    tags: ' Prijzen, , nieuws,prijzen',
  };
  expect(inputOf(draft)).toMatchObject({
    slug: 'wat-kost-een-bericht',
    tags: ['prijzen', 'nieuws'],
    language: 'nl',
    author: 'Olga',
  });
  expect(inputOf({ ...draft, slug: ' own ' }).slug).toBe('own');
});
