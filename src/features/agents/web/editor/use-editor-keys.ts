import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#ui/browser/shortcuts.ts';

type Keys = {
  undo: () => void;
  redo: () => void;
  save: () => void;
};

/** Marks the fields whose typing the draft's own undo takes back. */
export const draftFields = { 'data-draft-fields': '' };

/**
 * Undo, redo and save by keyboard, also while typing in the draft's fields; other fields keep the browser's
 * undo.
 */
export function useEditorKeys({ undo, redo, save }: Keys): void {
  const { t } = useTranslation('agents');
  const group = t('editor.keys');
  useShortcuts([
    { id: 'draft-undo', keys: 'mod+z', label: t('editor.undo'), group, run: undo },
    { id: 'draft-redo', keys: 'mod+shift+z', label: t('editor.redo'), group, run: redo },
    { id: 'draft-save', keys: 'mod+s', label: t('editor.saveNow'), group, run: save },
  ]);
  useEffect(() => {
    const leaveAlone = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      const field =
        event.target instanceof Element ? event.target.closest('input, textarea, [contenteditable]') : null;
      if (isUndo && field && !field.closest('[data-draft-fields]')) event.stopImmediatePropagation();
    };
    addEventListener('keydown', leaveAlone, true);
    return () => removeEventListener('keydown', leaveAlone, true);
  }, []);
}
