import { describe, expect, it } from 'vitest';
import { createManualTimers } from '#tests/support/app/manual-timers.ts';
import {
  createDraft,
  firstDifference,
  isSame,
  mergeChanges,
  savable,
  saveDelay,
  type SaveOutcome,
} from './agent-draft.ts';

type Draft = {
  name: string;
  color: string;
};
const first: Draft = { name: 'Linden', color: '#36d6b5' };
/** What the event loop does next comes after all promises that are kept by now. */
function flushPromises(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

const needsName = (value: Draft): Record<string, string> => (value.name === '' ? { name: 'needed' } : {});

function setUp(answers: SaveOutcome[] = [], check?: (value: Draft) => Record<string, string>) {
  const timers = createManualTimers();
  let time = 0;
  const saves: { value: Draft; revision: number }[] = [];
  const waiting: (() => void)[] = [];
  let held = false;
  const draft = createDraft<Draft>({
    value: first,
    revision: 1,
    now: () => time,
    start: timers.start,
    check,
    async save(value, revision) {
      saves.push({ value, revision });
      if (held) await new Promise<void>((resolve) => waiting.push(resolve));
      return answers.shift() ?? { kind: 'saved', revision: revision + 1 };
    },
  });
  return {
    draft,
    saves,
    timers,
    async pass(milliseconds: number) {
      time += milliseconds;
      timers.advance(milliseconds);
      await flushPromises();
    },
    hold: () => void (held = true),
    async release() {
      held = false;
      waiting.splice(0).forEach((resolve) => resolve());
      await flushPromises();
    },
    type: (name: string) => draft.change({ ...draft.get().value, name }, 'name'),
    paint: (color: string) => draft.change({ ...draft.get().value, color }, 'color'),
  };
}

describe('undo in the editor', () => {
  it('takes quick typing in one field as one step', async () => {
    const { draft, type, pass } = setUp();
    type('L');
    await pass(200);
    type('Li');
    await pass(200);
    type('Lin');
    draft.undo();
    expect(draft.get().value).toEqual(first);
    draft.redo();
    expect(draft.get().value.name).toBe('Lin');
  });
  it('starts a new step after a pause and for another field', async () => {
    const { draft, type, paint, pass } = setUp();
    type('A');
    await pass(1_500);
    type('AB');
    paint('#000000');
    draft.undo();
    expect(draft.get().value).toEqual({ name: 'AB', color: '#36d6b5' });
    draft.undo();
    expect(draft.get().value.name).toBe('A');
  });
  it('forgets what could be redone once something new is typed', async () => {
    const { draft, type } = setUp();
    type('A');
    draft.undo();
    type('B');
    expect(draft.get().canRedo).toBe(false);
  });
  it('saves what an undo brought back', async () => {
    const { draft, type, pass, saves } = setUp();
    type('A');
    await pass(saveDelay);
    draft.undo();
    await pass(saveDelay);
    expect(saves.map((save) => save.value.name)).toEqual(['A', 'Linden']);
  });
});

describe('autosave', () => {
  it('waits until 800 ms after the last change', async () => {
    const { type, pass, saves, draft } = setUp();
    type('A');
    await pass(700);
    type('AB');
    await pass(700);
    expect(saves).toEqual([]);
    expect(draft.get().isDirty).toBe(true);
    await pass(100);
    expect(saves).toEqual([{ value: { name: 'AB', color: '#36d6b5' }, revision: 1 }]);
    expect(draft.get()).toMatchObject({ status: 'saved', isDirty: false, revision: 2 });
  });
  it('saves one at a time and in order, with the revision that the one before gave', async () => {
    const { draft, type, pass, saves, hold, release } = setUp();
    hold();
    type('A');
    await pass(saveDelay);
    type('AB');
    await pass(saveDelay);
    expect(saves).toHaveLength(1);
    await release();
    expect(saves.map((save) => [save.value.name, save.revision])).toEqual([
      ['A', 1],
      ['AB', 2],
    ]);
    expect(draft.get()).toMatchObject({ status: 'saved', revision: 3 });
  });
  it('tries again by itself when the server could not be reached, later each time', async () => {
    const { draft, type, pass, saves } = setUp([{ kind: 'failed' }, { kind: 'failed' }]);
    type('A');
    await pass(saveDelay);
    expect(draft.get()).toMatchObject({ status: 'failed', isDirty: true });
    await pass(2_000);
    await pass(2_000);
    expect(saves).toHaveLength(2);
    await pass(3_000);
    expect(draft.get().status).toBe('saved');
  });
  it('does not ask the server while a field is known to be wrong', async () => {
    const { draft, type, pass, saves } = setUp([], (value): Record<string, string> =>
      value.name === '' ? { name: 'needed' } : {},
    );
    type('');
    await pass(saveDelay);
    expect(saves).toEqual([]);
    expect(draft.get()).toMatchObject({ status: 'refused', fields: { name: 'needed' } });
    type('B');
    await pass(saveDelay);
    expect(draft.get()).toMatchObject({ status: 'saved', fields: {} });
  });
  it('saves everything but the fields that are wrong, and these once they are mended', async () => {
    const { draft, pass, saves } = setUp([], needsName);
    draft.change({ name: '', color: '#112233' }, 'name');
    await pass(saveDelay);
    expect(saves.map(({ value }) => value)).toEqual([{ name: 'Linden', color: '#112233' }]);
    expect(draft.get()).toMatchObject({
      value: { name: '', color: '#112233' },
      status: 'refused',
      fields: { name: 'needed' },
      isDirty: true,
      revision: 2,
    });
    expect(await draft.flush(), 'what is wrong is still here alone').toBe(false);
    expect(saves).toHaveLength(1);
    draft.change({ name: 'Lindenhof', color: '#112233' }, 'name');
    await pass(saveDelay);
    expect(saves.at(-1)).toEqual({ value: { name: 'Lindenhof', color: '#112233' }, revision: 2 });
    expect(draft.get()).toMatchObject({ status: 'saved', isDirty: false });
  });

  it('puts what the server refuses on its field and waits for a correction', async () => {
    const { draft, type, pass, saves } = setUp([{ kind: 'refused', fields: { name: 'taken' } }]);
    type('A');
    await pass(saveDelay);
    await pass(60_000);
    expect(draft.get()).toMatchObject({ status: 'refused', fields: { name: 'taken' }, isDirty: true });
    expect(saves).toHaveLength(1);
    type('B');
    await pass(saveDelay);
    expect(draft.get().status).toBe('saved');
  });
  it('can be hurried before leaving', async () => {
    const { draft, type } = setUp();
    type('A');
    expect(await draft.flush()).toBe(true);
    expect(draft.get().status).toBe('saved');
  });
});

describe('when somebody else changed the agent', () => {
  const conflicted = async () => {
    const parts = setUp([{ kind: 'conflict' }]);
    parts.type('Mine');
    await parts.pass(saveDelay);
    return parts;
  };
  it('stops saving, also for further changes', async () => {
    const { draft, type, pass, saves } = await conflicted();
    type('Mine, longer');
    await pass(60_000);
    expect(saves).toHaveLength(1);
    expect(draft.get()).toMatchObject({ status: 'conflict', isDirty: true, value: { name: 'Mine, longer' } });
  });
  it('takes theirs and keeps mine one undo away', async () => {
    const { draft } = await conflicted();
    draft.replace({ name: 'Theirs', color: '#111111' }, 7);
    expect(draft.get()).toMatchObject({ value: { name: 'Theirs' }, revision: 7, isDirty: false });
    draft.undo();
    expect(draft.get().value.name).toBe('Mine');
  });
  it('keeps mine on top of theirs, field by field', async () => {
    const { draft, saves } = await conflicted();
    await draft.keepMine({ name: 'Theirs', color: '#111111' }, 7);
    expect(saves.at(-1)).toEqual({ value: { name: 'Mine', color: '#111111' }, revision: 7 });
    expect(draft.get()).toMatchObject({ status: 'saved', revision: 8 });
  });
});

describe('plain data', () => {
  it('merges nested changes and treats lists as one value', () => {
    const base = { a: { x: 1, y: 1 }, list: [1, 2] };
    expect(mergeChanges(base, { a: { x: 2, y: 1 }, list: [1, 2] }, { a: { x: 1, y: 9 }, list: [3] })).toEqual(
      { a: { x: 2, y: 9 }, list: [3] },
    );
    expect(mergeChanges(base, { a: { x: 1, y: 1 }, list: [1] }, { a: { x: 1, y: 1 }, list: [3] })).toEqual({
      a: { x: 1, y: 1 },
      list: [1],
    });
  });
  it('tells where two values first differ, so that an undo can be shown there', () => {
    const value = { basic: { name: 'A', tag: '' }, contactForm: { fields: [{ key: 'a' }] } };
    expect(firstDifference(value, structuredClone(value))).toBe(null);
    expect(firstDifference(value, { ...value, basic: { name: 'A', tag: 'x' } })).toBe('basic.tag');
    expect(firstDifference(value, { ...value, contactForm: { fields: [] } })).toBe('contactForm.fields');
  });
  it('compares by content', () => {
    expect(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
    expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  });
});

describe('what can be saved', () => {
  const saved = { basic: { name: 'Linden', tags: ['a'] }, prompt: { text: 'Be kind.' } };
  const never = () => ({});

  it('is the rest, with wrong fields as they are saved; lists are one field', () => {
    const value = { basic: { name: 'New', tags: ['a', ''] }, prompt: { text: 'Be quick.' } };
    expect(savable(value, saved, { 'basic.tags.1': 'empty' }, never)).toEqual({
      basic: { name: 'New', tags: ['a'] },
      prompt: { text: 'Be quick.' },
    });
    expect(savable(value, saved, {}, never)).toBe(value);
  });

  it('is nothing where the rest is not new, or wrong as well', () => {
    expect(savable({ ...saved, prompt: { text: '' } }, saved, { 'prompt.text': 'empty' }, never)).toBeNull();
    const value = { basic: { name: 'New', tags: [] }, prompt: { text: '' } };
    expect(savable(value, saved, { 'prompt.text': 'empty' }, () => ({ 'basic.name': 'taken' }))).toBeNull();
  });
});
