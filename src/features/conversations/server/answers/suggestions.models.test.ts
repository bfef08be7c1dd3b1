import { describe, expect, test } from 'vitest';
import type { AnswerTrace } from '../../conversations.contract.ts';
import {
  readSuggestions,
  suggestFromKnowledge,
  withoutSectionNumber,
  type Topics,
} from './suggestions.models.ts';

const passage = (title: string, heading: string, number: number | null): AnswerTrace['passages'][number] => ({
  number,
  title,
  heading,
  text: '',
  url: null,
  page: null,
  score: 1,
  sourceId: 's',
  documentId: 'd',
});
const topics: Topics = {
  languages: ['en'],
  documents: [
    {
      title: 'Shop info | Linden',
      headings: ['Opening hours', 'Delivery and shipping', 'Home', 'Gift cards'],
      language: 'en',
    },
    { title: 'menu.pdf', headings: ['Cakes'], language: 'en' },
  ],
  questions: [
    { text: 'Do you bake on Sunday?', language: 'en' },
    { text: 'Can I pay by card?', language: 'en' },
  ],
};
const base = {
  topics,
  passages: [
    passage('Shop info | Linden', 'Opening hours', 1),
    passage('Shop info | Linden', 'Prices › Cakes to order', null),
  ],
  asked: ['When do you open on Sunday?'],
  agentName: 'Linden',
  language: 'en' as const,
  count: 3,
};

describe('questions out of the knowledge', () => {
  test('first what is near, never what was just said, asked or means nothing', () => {
    expect(suggestFromKnowledge(base)).toEqual([
      'Do you bake on Sunday?',
      'Cakes to order',
      'Delivery and shipping',
    ]);
    expect(
      suggestFromKnowledge({
        ...base,
        asked: [...base.asked, 'Do you bake on Sunday?', 'What about delivery and shipping?'],
      }),
    ).toEqual(['Cakes to order', 'Gift cards', 'Can I pay by card?']);
  });
  test('headings of manuals are said without their numbers and capitals, and lines of code are none', () => {
    const manual: Topics = {
      languages: ['en'],
      documents: [
        {
          title: 'policy.pdf',
          headings: [
            '3.9 Maintainer Scripts',
            'PACKAGE MAINTENANCE AND INSTALLATION PROCEDURE',
            'update-rc.d package defaults-disabled',
            'Chapter 7. Declaring relationships',
            'A.2. Building from source',
            '24 hour support line',
          ],
          language: 'en',
        },
      ],
      questions: [],
    };
    expect(
      suggestFromKnowledge({
        ...base,
        topics: manual,
        passages: [passage('policy.pdf', 'Exit status', 1)],
        count: 9,
      }),
    ).toEqual([
      'Maintainer Scripts',
      'Package maintenance and installation procedure',
      'Declaring relationships',
      'Building from source',
      '24 hour support line',
    ]);
  });
  test('a heading that many pages have tells nothing of one', () => {
    const tool = (title: string, ...more: string[]): Topics['documents'][number] => ({
      title,
      headings: ['4.1. Activating the Tool', 'Options', ...more],
      language: 'en',
    });
    expect(
      suggestFromKnowledge({
        ...base,
        topics: {
          languages: ['en'],
          documents: [tool('Crop', 'Golden sections'), tool('Heal')],
          questions: [],
        },
        passages: [
          {
            ...passage('Crop', 'Crop', 1),
            text: '### 4.4. Activating the Tool\n\nPress C.\n\n### Fixed size',
          },
          { ...passage('Rotate', 'Rotate › Options', null), text: '#### 5.1. Activating the Tool' },
        ],
        asked: ['What does the crop tool do?'],
        count: 5,
      }),
    ).toEqual(['Fixed size', 'Golden sections', 'Heal']);
  });
  test('a topic is named without its number', () => {
    expect(
      ['2.1. The Berkeley Project', 'Part VI. Reference', '2.2. Postgres95', '7 days', 'C# for all'].map(
        withoutSectionNumber,
      ),
    ).toEqual(['The Berkeley Project', 'Reference', 'Postgres95', '7 days', 'C# for all']);
  });
  test('of several languages only what stands in a text of the visitor’s, however short or full of names it is', () => {
    const both: Topics = {
      languages: ['en', 'nl'],
      documents: [
        { title: 'Stages', headings: ['Packed', 'Shipped'], language: 'en' },
        { title: 'Statussen', headings: ['Service'], language: 'nl' },
      ],
      questions: [
        { text: 'What does Packed mean?', language: 'en' },
        { text: 'Wat betekent Packed?', language: 'nl' },
        { text: 'Packed status?', language: 'nl' },
      ],
    };
    const input = {
      ...base,
      topics: both,
      passages: [passage('Stages', '', null)],
      agentName: 'Parcel desk',
      count: 5,
    };
    expect(suggestFromKnowledge({ ...input, asked: ['What does the status Packed mean?'] })).toEqual([
      'Shipped',
      'Stages',
    ]);
    expect(suggestFromKnowledge({ ...input, asked: ['Wat betekent het?'], language: 'nl' })).toEqual([
      'Statussen',
      'Service',
    ]);
  });
  test('none in another language than the visitor’s, and none when none are wanted', () => {
    expect(suggestFromKnowledge({ ...base, language: 'fr' })).toEqual([]);
    expect(suggestFromKnowledge({ ...base, count: 0 })).toEqual([]);
    expect(suggestFromKnowledge({ ...base, topics: null })).toEqual([]);
  });
});

test('a model’s proposals are read however they are wrapped, and only when they are plain questions', () => {
  expect(
    readSuggestions(
      'Sure!\n```json\n["What does it cost?", "When?", "When?", "", 7, "See https://evil.example", "<b>x</b>", "Already asked"]\n```',
      ['already asked'],
      3,
    ),
  ).toEqual(['What does it cost?', 'When?']);
  expect(readSuggestions('1. First one?\n2) Second one?\n- Third one?\nfree text', [], 2)).toEqual([
    'First one?',
    'Second one?',
  ]);
  for (const reply of ['', '[', '{"a":1}', 'I can not do that.', `["${'x'.repeat(500)}"]`])
    expect(readSuggestions(reply, [], 3)).toEqual([]);
});

test('a heading keeps the underscores of a name out of code', () => {
  const named = suggestFromKnowledge({
    ...base,
    topics: {
      ...topics,
      questions: [],
      documents: [{ title: 'Settings', headings: ['The shared_buffers setting'], language: 'en' }],
    },
    passages: [],
  });
  expect(named).toContain('The shared_buffers setting');
});

test.each([
  ['en', 'What does it cost?', 'What does a tart cost?'],
  ['nl', 'Wat kost het?', 'Wat kost een taart?'],
  ['es', '¿Cuánto cuesta?', '¿Cuánto cuesta una tarta?'],
  ['pt', 'Quanto custa?', 'Quanto custa uma torta?'],
  ['fr', 'Combien ça coûte ?', 'Combien coûte une tarte ?'],
  ['cs', 'Kolik to stojí?', 'Kolik stojí dort?'],
] as const)('in %s a question that leaves out its thing is not proposed', (language, bare, whole) => {
  const proposed = suggestFromKnowledge({
    ...base,
    topics: {
      languages: [language],
      documents: [],
      questions: [bare, whole].map((text) => ({ text, language })),
    },
    passages: [],
    asked: [],
    language,
  });
  expect(proposed).toEqual([whole]);
});
