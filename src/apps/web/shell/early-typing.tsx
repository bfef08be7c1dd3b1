import { useLayoutEffect, type RefObject } from 'react';

/**
 * Keeps what is typed while the palette is on its way, so that nothing of it is lost and no letter is taken for
 * a shortcut of the page behind.
 */
export function EarlyTyping({ into, onClose }: { into: RefObject<string>; onClose: () => void }) {
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Backspace') into.current = [...into.current].slice(0, -1).join('');
      else if ([...event.key].length === 1) into.current += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', keep, true);
    return () => removeEventListener('keydown', keep, true);
  }, [into, onClose]);
  return null;
}
