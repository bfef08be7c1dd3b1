import { describe, expect, it } from 'vitest';
import type { PageBlock } from '#shared/landing-pages/page-data.ts';
import { defaultPageSettings, type PageDocument } from '#shared/landing-pages/page-settings.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';
import { createDraft, type SaveOutcome } from '#features/agents/web/editor/agent-draft.ts';
import { createManualTimers } from '#tests/support/app/manual-timers.ts';
import { fromCanvas, toCanvas } from '../canvas/canvas-data.ts';
import { changedField, mergePages, mostUndoSteps } from './page-changes.ts';

const text = (id: string, words: string): PageBlock => ({ type: 'text', props: { id, text: words } });
const faq = (id: string, title: string, ...questions: string[]): PageBlock => ({
  type: 'faq',
  props: { id, title, items: questions.map((question) => ({ question, answer: 'Yes.' })) },
});
const columns = (id: string, first: PageBlock[], second: PageBlock[] = []): PageBlock => ({
  type: 'columns',
  props: { id, layout: '1-1', first, second },
});
const pageOf = (...content: PageBlock[]): PageDocument => ({
  data: parsePage({ root: { props: { agent: 0 } }, content, zones: {} }).data,
  settings: defaultPageSettings('en'),
});
const idsOf = ({ data }: PageDocument): string[] => data.content.map(({ props }) => props.id);

/** The builder's draft as the canvas changes it, with a server that takes what it is sent. */
function openBuilder(first: PageDocument, outcomes: SaveOutcome[] = []) {
  const timers = createManualTimers();
  let time = 0;
  const saves: PageDocument[] = [];
  const draft = createDraft<PageDocument>({
    value: first,
    revision: 1,
    merge: mergePages,
    mostUndoSteps,
    now: () => time,
    start: timers.start,
    save: (value, revision) => {
      const outcome = outcomes.shift() ?? { kind: 'saved', revision: revision + 1 };
      if (outcome.kind === 'saved') saves.push(value);
      return Promise.resolve(outcome);
    },
  });
  return {
    draft,
    saves,
    pass(milliseconds: number): void {
      time += milliseconds;
      timers.advance(milliseconds);
    },
    change(next: PageDocument): void {
      const before = draft.get().value;
      const shown = fromCanvas(toCanvas(next), before);
      if (!shown) throw new Error('A page does not fit into itself');
      draft.change(shown, changedField(before, shown) ?? crypto.randomUUID());
    },
  };
}

describe('undo in the builder', () => {
  it('takes back a hundred steps and does them again, however often the page was saved in between', async () => {
    const states = Array.from({ length: mostUndoSteps + 2 }, (_, at) =>
      pageOf(...Array.from({ length: (at % 7) + 1 }, (_, of) => text(`text-${of}`, `Step ${at}.${of}`))),
    );
    const [first, ...steps] = states;
    const { draft, saves, change, pass } = openBuilder(first!);
    for (const [at, step] of steps.entries()) {
      change(step);
      if (at % 3 === 0) await draft.flush();
      pass(50);
    }
    await draft.flush();
    expect(saves.length).toBeGreaterThan(30);
    for (const state of states.slice(1, -1).toReversed()) {
      expect(draft.get().canUndo).toBe(true);
      draft.undo();
      expect(draft.get().value).toEqual(state);
      if (state === states[50]) await draft.flush();
    }
    // One more than a hundred is beyond.
    expect(draft.get().canUndo).toBe(false);
    for (const state of states.slice(2)) {
      draft.redo();
      expect(draft.get().value).toEqual(state);
    }
    expect(draft.get().canRedo).toBe(false);
    expect(await draft.flush()).toBe(true);
    expect(saves.at(-1)).toEqual(states.at(-1));
  });

  it('is one step for what is typed in one field, and one for each change of blocks', () => {
    const before = pageOf(text('a', 'One'), columns('b', [text('c', 'Two')]));
    expect(changedField(before, pageOf(text('a', 'One!'), columns('b', [text('c', 'Two')])))).toBe('a.text');
    expect(changedField(before, pageOf(text('a', 'One'), columns('b', [text('c', 'Two!')])))).toBe('c.text');
    const painted = structuredClone(before);
    painted.settings.theme.primary = '#123456';
    expect(changedField(before, painted)).toBe('settings.theme.primary');
    for (const other of [
      pageOf(columns('b', [text('c', 'Two')]), text('a', 'One')),
      pageOf(text('a', 'One'), columns('b', [], [text('c', 'Two')])),
      pageOf(text('a', 'One!'), columns('b', [text('c', 'Two!')])),
      pageOf(text('a', 'One')),
    ])
      expect(changedField(before, other)).toBeNull();
    const { draft, change, pass } = openBuilder(before);
    for (const words of ['On', 'Onc', 'Once']) {
      change(pageOf(text('a', words), columns('b', [text('c', 'Two')])));
      pass(300);
    }
    draft.undo();
    expect(draft.get().value).toEqual(before);
  });
});

describe('two who change one page', () => {
  const base = pageOf(
    text('a', 'One'),
    faq('b', 'Questions', 'First?'),
    columns('c', [text('d', 'In it')]),
    text('e', 'Last'),
  );

  it('both find what they did: blocks by themselves, and of one block its fields', () => {
    const mine = pageOf(
      text('new-1', 'Mine'),
      text('a', 'One'),
      faq('b', 'My questions', 'First?'),
      columns('c', [text('d', 'My words')]),
    );
    const theirs = pageOf(
      text('a', 'Their words'),
      faq('b', 'Questions', 'First?', 'Second?'),
      text('new-2', 'Theirs'),
      columns('c', [text('d', 'In it'), text('new-3', 'Inner')]),
      text('e', 'Last'),
    );
    theirs.settings.seoTitle = 'Theirs';
    mine.settings.theme.primary = '#123456';
    const merged = mergePages(base, mine, theirs);
    expect(merged.data).toEqual(
      pageOf(
        text('new-1', 'Mine'),
        text('a', 'Their words'),
        faq('b', 'My questions', 'First?', 'Second?'),
        text('new-2', 'Theirs'),
        columns('c', [text('d', 'My words'), text('new-3', 'Inner')]),
      ).data,
    );
    expect(merged.settings).toMatchObject({ seoTitle: 'Theirs', theme: { primary: '#123456' } });
  });

  it('keep what one removed and the other changed, and the order of who moved', () => {
    const moved = pageOf(text('e', 'Last'), text('a', 'One'), faq('b', 'Questions', 'First?'));
    const changed = pageOf(
      text('a', 'One'),
      faq('b', 'Questions', 'First?'),
      columns('c', [text('d', 'Changed')]),
    );
    expect(idsOf(mergePages(base, moved, changed))).toEqual(['a', 'b', 'c']);
    const again = pageOf(text('e', 'Changed'), text('a', 'One'), faq('b', 'Questions', 'First?'));
    expect(idsOf(mergePages(base, again, changed))).toEqual(['e', 'a', 'b', 'c']);
    expect(idsOf(mergePages(base, changed, again))).toEqual(['e', 'a', 'b', 'c']);
    // A block that one moved into another stands where both have it, with an id of its own.
    const into = pageOf(faq('b', 'Questions', 'First?'), columns('c', [text('a', 'One')]), text('e', 'Last'));
    const { data } = mergePages(base, into, pageOf(text('a', 'Theirs'), ...base.data.content.slice(1)));
    expect(parsePage(data).faults).toEqual([]);
    expect(JSON.stringify(data)).toMatch(/Theirs.*One/s);
  });

  it('lose nothing where the second is told: theirs is one undo away, or stands on the other', async () => {
    const theirs = pageOf(text('a', 'Theirs'), text('b', 'Two'));
    const start = pageOf(text('a', 'One'), text('b', 'Two'));
    const mine = pageOf(text('a', 'One'), text('b', 'Mine'));
    const taking = openBuilder(start, [{ kind: 'conflict' }]);
    taking.change(mine);
    expect(await taking.draft.flush()).toBe(false);
    expect(taking.draft.get()).toMatchObject({ status: 'conflict', value: mine });
    taking.draft.replace(theirs, 7);
    taking.draft.undo();
    expect(taking.draft.get().value).toEqual(mine);

    const keeping = openBuilder(start, [{ kind: 'conflict' }]);
    keeping.change(mine);
    await keeping.draft.flush();
    expect(await keeping.draft.keepMine(theirs, 7)).toBe(true);
    expect(keeping.saves).toEqual([pageOf(text('a', 'Theirs'), text('b', 'Mine'))]);
    expect(keeping.draft.get().revision).toBe(8);
  });
});
