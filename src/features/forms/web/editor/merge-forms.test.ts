import { expect, test } from 'vitest';
import { emptyBlock, type FormDocument, type FormRule } from '#shared/forms/document.ts';
import { createDraft } from '#features/agents/web/editor/agent-draft.ts';
import { mergeForms, type EditedForm } from './merge-forms.ts';

const block = (key: string, label: string) => ({ ...emptyBlock(key, 'short_text' as const), label });
const rule = (id: string, field: string): FormRule => ({
  id,
  match: 'all',
  groups: [{ match: 'all', conditions: [{ field, operator: 'answered', value: '' }] }],
  actions: [{ type: 'require', field }],
});
const formOf = (blocks: FormDocument['blocks'], rules: FormRule[] = []): EditedForm => ({
  name: 'Order',
  document: {
    blocks,
    rules,
    screens: [{ id: 'screen', title: 'Thanks', text: '', redirectUrl: '' }],
    settings: {
      submitText: 'Send',
      maxSubmissions: 0,
      reply: { enabled: true, subject: 'Thanks', text: '' },
    } as FormDocument['settings'],
  },
});
const base = formOf([block('name', 'Name'), block('city', 'City')]);

test('two who change one form both find what they did', async () => {
  const mine = formOf([block('name', 'Your name'), block('city', 'City'), block('note', 'Note')]);
  mine.document.settings.submitText = 'Order';
  const theirs = formOf([block('city', 'Town'), { ...block('name', 'Name'), required: true }]);
  theirs.name = 'Orders';
  theirs.document.settings.maxSubmissions = 50;
  const saves: EditedForm[] = [];
  const draft = createDraft<EditedForm>({
    value: base,
    revision: 1,
    merge: mergeForms,
    save: (value, revision) => {
      if (revision === 1) return Promise.resolve({ kind: 'conflict' });
      saves.push(value);
      return Promise.resolve({ kind: 'saved', revision: revision + 1 });
    },
  });
  draft.change(mine, 'blocks');
  expect(await draft.flush()).toBe(false);
  expect(draft.get()).toMatchObject({ status: 'conflict', value: mine });
  expect(await draft.keepMine(theirs, 7)).toBe(true);
  expect(saves).toMatchObject([
    {
      name: 'Orders',
      document: {
        blocks: [
          { key: 'city', label: 'Town' },
          { key: 'note', label: 'Note' },
          { key: 'name', label: 'Your name', required: true },
        ],
        settings: { submitText: 'Order', maxSubmissions: 50 },
      },
    },
  ]);
  draft.undo();
  expect(draft.get().value).toEqual(mine);
});

test('what both made under one name is two things, and rules and texts speak of the right one', () => {
  const mine = formOf(
    [...base.document.blocks, block('short_text', 'Mine'), block('more', 'About {{short_text}}')],
    [rule('rule', 'short_text')],
  );
  const theirs = formOf(
    [...base.document.blocks, block('short_text', 'Theirs')],
    [rule('rule', 'short_text')],
  );
  mine.document.settings.reply.text = 'You wrote {{ short_text }} to us';
  const { blocks, rules, settings } = mergeForms(base, mine, theirs).document;
  expect(settings.reply).toEqual({
    enabled: true,
    subject: 'Thanks',
    text: 'You wrote {{short_text_2}} to us',
  });
  expect(blocks.map(({ key, label }) => [key, label])).toEqual([
    ['name', 'Name'],
    ['city', 'City'],
    ['short_text_2', 'Mine'],
    ['more', 'About {{short_text_2}}'],
    ['short_text', 'Theirs'],
  ]);
  expect(rules).toHaveLength(2);
  expect(rules).toContainEqual(rule('rule_2', 'short_text_2'));
  expect(rules).toContainEqual(rule('rule', 'short_text'));
});
