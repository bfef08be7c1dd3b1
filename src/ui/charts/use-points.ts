import { useState, type KeyboardEvent } from 'react';
import { stepOf } from './scale.ts';

/** Which point of a chart is pointed at, by pointer or by the arrow keys; Escape and leaving let go of it. */
export function usePoints(count: number, columns = 1) {
  const [chosen, setAt] = useState<number | null>(null);
  // The figures can become fewer under the pointer.
  const at = chosen !== null && chosen < count ? chosen : null;
  return {
    at,
    setAt,
    /** For the element that takes the keyboard. */
    keys: {
      tabIndex: 0,
      onBlur: () => setAt(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') return setAt(null);
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = stepOf(event.key, at, count, columns);
        if (next === null) return;
        event.preventDefault();
        setAt(next);
      },
    },
  };
}
