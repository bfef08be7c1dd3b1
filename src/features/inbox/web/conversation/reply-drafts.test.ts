import { expect, test } from 'vitest';
import { createReplyDrafts, mergeUnsentDraft } from './reply-drafts.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    size: () => kept.size,
  };
}

test('a note that was begun comes back as a note, never as a reply, and for nobody else', () => {
  const store = memory();
  createReplyDrafts('usr_1', store).put('cnv_1', { kind: 'note', text: 'Difficult, be patient' });
  expect(createReplyDrafts('usr_1', store).get('cnv_1')).toEqual({
    kind: 'note',
    text: 'Difficult, be patient',
  });
  expect(createReplyDrafts('usr_2', store).get('cnv_1')).toEqual({ kind: 'reply', text: '' });
  createReplyDrafts('usr_1', store).put('cnv_1', { kind: 'note', text: '' });
  expect(store.size()).toBe(0);
});

test('a browser that keeps nothing, or something else, begins with an empty reply', () => {
  const broken = {
    getItem: () => '{"text":7',
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => undefined,
  };
  const drafts = createReplyDrafts('usr_1', broken);
  expect(() => drafts.put('cnv_1', { kind: 'reply', text: 'x' })).not.toThrow();
  expect(drafts.get('cnv_1')).toEqual({ kind: 'reply', text: '' });
});

test('what could not be sent stands before what was written meanwhile, and a note among it makes all of it a note', () => {
  expect(mergeUnsentDraft({ kind: 'reply', text: 'First' }, { kind: 'reply', text: '' })).toEqual({
    kind: 'reply',
    text: 'First',
  });
  expect(mergeUnsentDraft({ kind: 'reply', text: 'First' }, { kind: 'reply', text: 'Second' })).toEqual({
    kind: 'reply',
    text: 'First\n\nSecond',
  });
  expect(mergeUnsentDraft({ kind: 'note', text: 'Secret' }, { kind: 'reply', text: 'Hello' }).kind).toBe(
    'note',
  );
  expect(mergeUnsentDraft({ kind: 'note', text: 'Secret' }, { kind: 'reply', text: ' ' }).kind).toBe('note');
});
