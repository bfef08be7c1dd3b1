import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormBlock, FormDocument } from '#shared/forms/document.ts';
import { formBlock as block, formOptions } from '#tests/support/dashboard/forms-setup.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf } from '#tests/support/visitors/visitor-of-services.ts';
import type { FormAnswerInput } from '../../forms-page.contract.ts';
import type { Form } from '../../forms.contract.ts';

let server: TestServices;
let vera: TestMember;
beforeAll(async () => {
  server = await startTestServices();
  vera = await server.member('Vera');
});
afterAll(() => server.close());

const pass = (seconds: number): void => server.clock.advance(seconds * 1_000);
const submissions = async (form: Form, view: 'all' | 'spam' | 'partial' = 'all') =>
  (await server.forms.submissions.list(vera.scope, form.id, { view })).submissions;
const settings =
  (more: Partial<FormDocument['settings']>) =>
  (document: FormDocument): FormDocument => ({ ...document, settings: { ...document.settings, ...more } });
const person = (): FormBlock[] => [
  block('name', 'short_text', { mapTo: 'name', required: true }),
  block('email', 'email', { mapTo: 'email', required: true }),
];

async function publish(
  blocks: FormBlock[],
  change: (document: FormDocument) => FormDocument = (document) => document,
): Promise<Form> {
  const { owners } = server.forms;
  const made = await owners.create(vera.scope, { name: 'A form', template: null, language: 'en' });
  const document = change({ ...made.draft, blocks, settings: { ...made.draft.settings, spam: 'none' } });
  const saved = await owners.saveDraft(vera.scope, made.id, {
    revision: made.draftRevision,
    name: made.name,
    document,
  });
  return owners.publish(vera.scope, made.id, saved.draftRevision);
}

let browsers = 0;
/** Somebody who opens a form's page. `mark` is what the page knows their browser by. */
async function open(form: Form, mark = `browser-${++browsers}`) {
  const { pages } = server.forms;
  const sender = { onceKey: mark, device: null, language: null };
  const found = await pages.open(form.publicId, sender);
  if (!found) throw new Error('No form there');
  const token = pages.token(found.form, null);
  const submit = (answers: FormAnswerInput['answers'], more: Partial<FormAnswerInput> = {}) =>
    pages.submit(
      form.publicId,
      { token, answers, website: '', proof: '', tag: '', utm: {}, referrer: '', ...more },
      sender,
    );
  return {
    token,
    mark,
    gate: found.gate,
    submit,
    sends: (...given: Parameters<typeof submit>) => outcomeOf(submit(...given)),
    progress: (answers: Record<string, unknown>, page = 0, field = '') =>
      pages.progress(form.publicId, { token, answers, page, field }, sender),
  };
}

describe('sending a form', () => {
  test('keeps typed answers, makes the contact, and answers with the screen of its rules', async () => {
    const form = await publish([...person(), block('count', 'number')], (document) => ({
      ...document,
      screens: [
        { id: 'thanks', title: 'Thanks', text: 'Points: {{points}}', redirectUrl: '' },
        { id: 'many', title: '', text: '', redirectUrl: 'https://example.com/many' },
      ],
      rules: [
        {
          id: 'points',
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: 'count', operator: 'answered', value: '' }] }],
          actions: [{ type: 'calculate', name: 'points', by: 'add', amount: 0, field: 'count' }],
        },
        {
          id: 'many',
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: '=points', operator: 'gt', value: '100' }] }],
          actions: [{ type: 'end', screen: 'many' }],
        },
      ],
    }));
    const first = await open(form);
    expect(
      await first.submit({ name: 'Ada', email: 'ADA@example.test', count: '7', unknown: 'dropped' }),
    ).toEqual({ next: 'screen', url: '', title: 'Thanks', text: 'Points: 7' });
    pass(1);
    const second = await open(form);
    expect(await second.submit({ name: 'Ada L.', email: 'ada@example.test', count: '700' })).toMatchObject({
      next: 'redirect',
      url: 'https://example.com/many',
    });
    const [later, earlier] = await submissions(form);
    expect(earlier).toMatchObject({
      state: 'complete',
      status: 'new',
      answers: { name: 'Ada', email: 'ada@example.test', count: 7 },
      variables: { points: 7 },
    });
    // The same address is the same person, and what was known of them stays.
    expect(later?.contactId).toBe(earlier?.contactId);
    const contactId = earlier?.contactId ?? '';
    expect(await server.contacts.get(vera.scope, contactId)).toMatchObject({
      name: 'Ada',
      email: 'ada@example.test',
      source: 'form',
    });
    // Both stand in what happened with them, with the way to them.
    const { entries } = await server.contactsTimeline.timeline(vera.scope, contactId, undefined);
    expect(
      entries.flatMap((entry) => (entry.kind === 'submission' ? [[entry.submissionId, entry.formId]] : [])),
    ).toEqual([
      [later?.id, form.id],
      [earlier?.id, form.id],
    ]);
  });

  test('that comes twice is one submission', async () => {
    const form = await publish(person());
    const visit = await open(form);
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => visit.sends({ name: 'Twice', email: 'twice@example.test' })),
    );
    expect(outcomes).toEqual(['done', 'done', 'done']);
    expect(await submissions(form)).toHaveLength(1);
    expect((await server.forms.owners.get(vera.scope, form.id)).submissionCount).toBe(1);
  });

  test('needs a token of this very form, and for no longer than a week', async () => {
    const [form, other] = [await publish(person()), await publish(person())];
    const [visit, stranger] = [await open(form), await open(other)];
    const answers = { name: 'A', email: 'a@example.test' };
    const changed = visit.token.slice(0, -1) + (visit.token.endsWith('A') ? 'B' : 'A');
    for (const token of ['', 'x.y', stranger.token, changed])
      expect(await visit.sends(answers, { token })).toBe('form-page.expired');
    pass(8 * 86_400);
    expect(await visit.sends(answers)).toBe('form-page.expired');
  });

  test('by programs is found out by speed, by a field that nobody sees, and by a proof', async () => {
    const form = await publish(person(), settings({ spam: 'honeypot' }));
    const answers = { name: 'Bot', email: 'bot@example.test' };
    const visit = await open(form);
    expect(await visit.sends(answers)).toBe('form-page.too_fast');
    pass(3);
    // Whoever is found out is told nothing.
    expect(await visit.sends(answers, { website: 'https://spam.example' })).toBe('done');
    expect(await submissions(form)).toEqual([]);
    expect(await submissions(form, 'spam')).toMatchObject([{ status: 'spam', contactId: null }]);
    expect((await server.forms.owners.get(vera.scope, form.id)).submissionCount).toBe(0);
    const proven = await open(await publish(person(), settings({ spam: 'proof-of-work' })));
    pass(3);
    expect(await proven.sends(answers, { proof: '1' })).toBe('form-page.unproven');
  });

  test('is possible once for each visitor, if the owner says so', async () => {
    const form = await publish(person(), settings({ onePerVisitor: true }));
    const visit = await open(form);
    const again = await open(form, visit.mark);
    expect(await visit.sends({ name: 'A', email: 'once@example.test' })).toBe('done');
    expect(await again.sends({ name: 'A', email: 'once@example.test' })).toBe('form-page.already_sent');
    expect((await open(form, visit.mark)).gate).toBe('sent_before');
    expect(await (await open(form)).sends({ name: 'B', email: 'other@example.test' })).toBe('done');
  });

  test('writes to those whom the owner named and to the sender, once, with no line of theirs in a header', async () => {
    const form = await publish(
      person(),
      settings({
        notify: ['one@example.test', 'two@example.test'],
        reply: { enabled: true, subject: 'We got it', text: 'Thank you for writing.' },
      }),
    );
    await (await open(form)).submit({ name: 'Eve\r\nBcc: all@example.test', email: 'eve@example.test' });
    await server.jobs.work();
    const kinds = new Set(['form-reply', 'form-submission']);
    const mails = (await server.mail.outbox()).mails
      .filter(({ kind }) => kinds.has(kind))
      .toSorted((one, other) => (one.recipient < other.recipient ? -1 : 1));
    expect(mails.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
      'form-reply eve@example.test',
      'form-submission one@example.test',
      'form-submission two@example.test',
    ]);
    expect(mails[0]).toMatchObject({
      subject: 'We got it',
      text: expect.stringContaining('Thank you for writing.'),
    });
    expect(mails[1]?.text).toContain('Eve Bcc: all@example.test');
    expect(mails[0]?.text).not.toContain('Eve');
  });

  test('fills the account’s own fields of the contact: what is empty, and what fits', async () => {
    const field = (input: object) =>
      server.customFields.create(vera.scope, { scope: 'contact', ...input } as never);
    await field({
      key: 'plan',
      label: 'Plan',
      type: 'select',
      options: [
        { value: 'gold', label: 'GOLD' },
        { value: 'free', label: 'Free' },
      ],
      initial: 'free',
    });
    await field({ key: 'budget', label: 'Budget', type: 'currency', currency: 'EUR' });
    await field({ key: 'code', label: 'Code', type: 'text', pattern: '\\d+' });
    const own = (key: string) => ({ mapTo: `custom:${key}` as const });
    const form = await publish([
      ...person(),
      block('level', 'radio', { options: formOptions('gold', 'other'), ...own('plan') }),
      block('money', 'currency', own('budget')),
      block('number', 'short_text', own('code')),
      block('lost', 'short_text', own('nothing')),
    ]);
    const send = async (answers: FormAnswerInput['answers']) =>
      (await open(form)).sends({ name: 'Own', email: 'own@example.test', ...answers });
    expect(await send({ level: 'gold', money: '12,50', number: 'abc', lost: 'x' })).toBe('done');
    pass(1);
    expect(await send({ level: 'other', money: '99', number: '123' })).toBe('done');
    const [latest] = await submissions(form);
    expect(latest).toMatchObject({ answers: { level: 'other', money: 9_900, number: '123' } });
    expect(await server.contacts.get(vera.scope, latest?.contactId ?? '')).toMatchObject({
      customFields: { plan: 'gold', budget: 12.5, code: '123' },
    });
  });

  test('half done is kept as far as it is right, and shows where people stop', async () => {
    const form = await publish([...person(), block('p2', 'page_break'), block('story', 'long_text')]);
    const visit = await open(form);
    await visit.progress({ name: 'Half', email: 'not yet an addr' }, 0, 'email');
    await visit.progress({ name: 'Half', email: 'half@example.test' }, 1, 'story');
    await visit.progress({ name: 'Half', email: 'half@example.test' }, 0, 'name');
    expect(await submissions(form, 'partial')).toMatchObject([
      {
        state: 'partial',
        page: 1,
        answers: { name: 'Half', email: 'half@example.test' },
        contactId: null,
      },
    ]);
    pass(1);
    await (await open(form)).submit({ name: 'Whole', email: 'whole@example.test' });
    expect(await server.forms.submissions.dropOff(vera.scope, form.id)).toMatchObject({
      started: 2,
      completed: 1,
      pages: [
        { reached: 2, left: 0 },
        { reached: 2, left: 1 },
      ],
      fields: [{ key: 'name', left: 1 }],
    });
    pass(1);
    await visit.submit({ name: 'Half', email: 'half@example.test' });
    await visit.progress({ name: 'Changed afterwards' });
    expect((await submissions(form)).map(({ answers }) => answers['name'])).toEqual(['Half', 'Whole']);
  });
});
