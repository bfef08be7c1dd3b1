import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import type { CanvasActions } from '../canvas/canvas-actions.ts';

type Keys = {
  actions: CanvasActions;
  /** Id of the chosen block. */
  selected: string | undefined;
  canEdit: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onInsert: () => void;
  onSave: () => void;
  onPaste: () => void;
};

/**
 * The builder's keys, outside the canvas as well as in it, where the frame keeps what is pressed to itself. Answers what is
 * to be said to those who don't see it.
 */
export function useCanvasKeys(keys: Keys): string {
  const { actions, selected, canEdit, onUndo, onRedo, onInsert, onSave, onPaste } = keys;
  const { t } = useTranslation('landing-builder');
  const [said, setSaid] = useState('');
  const group = t('keys.group');
  const move = (by: 1 | -1): void => {
    if (selected && canEdit) setSaid(t(actions.move(selected, by) ? 'keys.moved' : 'keys.atEnd'));
  };
  const shortcuts = [
    { id: 'page-insert', keys: '/', label: t('keys.insert'), group, run: () => canEdit && onInsert() },
    { id: 'page-up', keys: 'alt+arrowup', label: t('keys.up'), group, run: () => move(-1) },
    { id: 'page-down', keys: 'alt+arrowdown', label: t('keys.down'), group, run: () => move(1) },
    { id: 'page-save', keys: 'mod+s', label: t('keys.save'), group, run: onSave },
    {
      id: 'page-paste',
      keys: 'mod+shift+v',
      label: t('toolbar.paste'),
      group,
      run: () => canEdit && onPaste(),
    },
  ];
  useShortcuts(shortcuts);
  const latest = useRef({ shortcuts, canEdit, onUndo, onRedo });
  latest.current = { shortcuts, canEdit, onUndo, onRedo };
  useEffect(() => {
    // The canvas is a document of its own: what is pressed there is handed on.
    const forward = (event: KeyboardEvent): void => {
      const mod = event.ctrlKey || event.metaKey;
      const name = [
        mod && 'mod',
        event.shiftKey && mod && 'shift',
        event.altKey && 'alt',
        event.key.toLowerCase(),
      ]
        .filter(Boolean)
        .join('+');
      const found = latest.current.shortcuts.find(({ keys }) => keys === name);
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    // Before the canvas, which has an undo of its own. Fields that are not of the draft keep the browser's.
    const takeBack = (event: KeyboardEvent): void => {
      const name = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (name !== 'z' && name !== 'y')) return;
      event.stopImmediatePropagation();
      const field = (event.target as Element | null)?.closest?.('input, textarea, [contenteditable]');
      if (field && !field.closest('[data-draft-fields]')) return;
      event.preventDefault();
      if (!latest.current.canEdit) return;
      if (name === 'y' || event.shiftKey) latest.current.onRedo();
      else latest.current.onUndo();
    };
    const bind = (): void => {
      const frame = document.querySelector<HTMLIFrameElement>('.page-builder-canvas iframe');
      const inside = frame?.contentDocument;
      inside?.removeEventListener('keydown', forward);
      inside?.addEventListener('keydown', forward);
      inside?.removeEventListener('keydown', takeBack, true);
      inside?.addEventListener('keydown', takeBack, true);
    };
    addEventListener('keydown', takeBack, true);
    const box = document.querySelector('.page-builder-canvas');
    const watch = new MutationObserver(bind);
    if (box) watch.observe(box, { childList: true, subtree: true });
    box?.addEventListener('load', bind, true);
    bind();
    return () => {
      watch.disconnect();
      box?.removeEventListener('load', bind, true);
      removeEventListener('keydown', takeBack, true);
    };
  }, []);
  return said;
}
