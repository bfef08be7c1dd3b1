import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import {
  Compartment,
  EditorState,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Extension,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';

/** What the section may ask of the editor. */
export type CssEditorHandle = { insert(rule: string): void };

type Props = {
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
  label: string;
  describedBy: string;
  /** Lines that hold something that can't be used. */
  faultyLines: readonly number[];
  handle: { current: CssEditorHandle | null };
};

/** The colours of the default highlighting, darker on light and lighter on dark, so that they can be read. */
const colors = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => ({
    ...spec,
    ...(typeof spec['color'] === 'string'
      ? {
          color: `light-dark(color-mix(in oklab, ${spec['color']} 78%, black), color-mix(in oklab, ${spec['color']} 38%, white))`,
        }
      : {}),
  })),
);

const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--ink)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '1.6',
    minHeight: '18rem',
    maxHeight: '32rem',
    overflow: 'auto',
  },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--accent-strong) 7%, transparent)' },
  '.cm-faulty-line': { backgroundColor: 'var(--danger-tint)', boxShadow: 'inset 3px 0 var(--danger)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--accent-strong) 28%, transparent) !important',
  },
  '.cm-matchingBracket': { backgroundColor: 'color-mix(in oklab, var(--accent-strong) 25%, transparent)' },
});

const setFaulty = StateEffect.define<readonly number[]>();
const faulty = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, change) {
    const effect = change.effects.find((one) => one.is(setFaulty));
    if (!effect) return shown.map(change.changes);
    const builder = new RangeSetBuilder<Decoration>();
    for (const line of [...new Set(effect.value as readonly number[])].toSorted((one, other) => one - other))
      if (line <= change.state.doc.lines)
        builder.add(
          change.state.doc.line(line).from,
          change.state.doc.line(line).from,
          Decoration.line({ class: 'cm-faulty-line' }),
        );
    return builder.finish();
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * A code editor for CSS. It has no undo of its own: the draft's undo takes typing back, as in every field.
 */
export function CssEditor({ value, onChange, readOnly, label, describedBy, faultyLines, handle }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const parts = useRef({ state: new Compartment(), change: onChange, outside: false });
  parts.current.change = onChange;
  const editable = (): Extension => [
    EditorState.readOnly.of(readOnly),
    EditorView.editable.of(!readOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(faultyLines.length > 0),
      'aria-readonly': String(readOnly),
      tabindex: '0',
      spellcheck: 'false',
    }),
  ];
  useEffect(() => {
    const shared = parts.current;
    const made = new EditorView({
      parent: box.current ?? document.body,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          css(),
          indentUnit.of('  '),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, indentWithTab]),
          syntaxHighlighting(colors),
          look,
          faulty,
          shared.state.of(editable()),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !shared.outside) shared.change(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    handle.current = {
      insert(rule) {
        const before = made.state.doc.toString().trimEnd();
        const text = `${before === '' ? '' : '\n\n'}${rule} {\n  \n}\n`;
        made.dispatch({
          changes: { from: before.length, to: made.state.doc.length, insert: text },
          selection: { anchor: before.length + text.length - 3 },
          scrollIntoView: true,
        });
        made.focus();
      },
    };
    return () => {
      made.destroy();
      view.current = null;
      handle.current = null;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- made once; what changes later is told by the effects below
  }, []);
  useEffect(() => {
    const made = view.current;
    if (!made || made.state.doc.toString() === value) return;
    parts.current.outside = true;
    made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: value } });
    if (readOnly) made.scrollDOM.scrollTop = made.scrollDOM.scrollHeight;
    parts.current.outside = false;
  }, [value, readOnly]);
  const faults = faultyLines.join();
  useEffect(() => {
    view.current?.dispatch({
      effects: [parts.current.state.reconfigure(editable()), setFaulty.of(faultyLines)],
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the lines are compared by what they say
  }, [readOnly, label, describedBy, faults]);
  return <div ref={box} />;
}
