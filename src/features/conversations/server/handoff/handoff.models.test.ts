import { expect, test } from 'vitest';
import { changesByForm } from './handoff.models.ts';

const now = new Date('2026-03-02T10:00:00Z');
const conversation = { nextSeq: 4, status: 'open' } as const;
const values = [
  { key: 'name', label: '', type: 'short_text', value: 'Jeroen van den Berg' },
  { key: 'visit', label: 'Kind of visit', type: 'short_text', value: 'Sports massage' },
] as const;

test('lists show the title of a form that was sent, or its first answer without the key of a question', () => {
  expect(changesByForm(conversation, { title: 'Ask for a visit', values }, now).lastMessage).toBe(
    '✓ Ask for a visit',
  );
  expect(changesByForm(conversation, { title: '', values }, now).lastMessage).toBe('✓ Jeroen van den Berg');
  expect(changesByForm(conversation, { title: '', values: [] }, now).lastMessage).toBe('✓');
});
