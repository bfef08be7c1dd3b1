import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Conversation, OwnerMessage } from '../conversations.contract.ts';
import { noteOfForm } from './given-form.tsx';
import { EventLine } from './team-message.tsx';

const note = (id: string, text: string): OwnerMessage =>
  ({ id, text, event: 'form_filled', createdAt: '2026-03-02T10:00:00Z' }) as OwnerMessage;
const form: Conversation['form'] = { at: '2026-03-02T10:00:00Z', values: [] };

it('a contact form is shown once, in the place of its note', () => {
  const messages = [
    note('msg_1', 'Clinic\nPace: slow'),
    note('msg_2', '\nname: Ada'),
    note('msg_3', 'Clinic\n'),
  ];
  expect(noteOfForm({ form, messages })).toBe('msg_2');
  expect(noteOfForm({ form: null, messages })).toBeNull();
  expect(noteOfForm({ form, messages: [] })).toBeNull();
});

it('fields without words of their owner are called by their kind, in a note of the contact form alone', () => {
  const shown = renderToStaticMarkup(
    <EventLine message={note('msg_1', '\nname: Ada\nKind of visit: first')} />,
  );
  expect(shown).toContain('type.name: Ada\nKind of visit: first');
  expect(renderToStaticMarkup(<EventLine message={note('msg_1', 'Clinic\nname: Ada')} />)).toContain(
    '>name: Ada',
  );
});
