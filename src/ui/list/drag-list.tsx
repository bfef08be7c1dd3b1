import { Accessibility } from '@dnd-kit/dom';
import { DragDropProvider, type DragDropEventHandlers } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type DragEnd = NonNullable<DragDropEventHandlers['onDragEnd']>;

type Props = {
  /** How many lines there are. */
  count: number;
  /** What a line is called, by the id that it is dragged by. */
  nameOf: (id: string) => string;
  onDragEnd: DragEnd;
  children: ReactNode;
};

/**
 * Lines that are dragged by mouse, finger or keyboard. What happens is said to screen readers in the person's
 * language: the library's own words are English and speak of ids.
 */
export function DragList({ count, nameOf, onDragEnd, children }: Props) {
  const { t } = useTranslation('common');
  const [said, setSaid] = useState('');
  const place = useRef(-1);
  return (
    <DragDropProvider
      plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
      onDragStart={({ operation: { source } }) => {
        if (!source) return;
        place.current = isSortable(source) ? source.index : -1;
        setSaid(t('drag.lifted', { name: nameOf(String(source.id)) }));
      }}
      onDragOver={({ operation: { source } }) => {
        // What is lifted is over its own place at first: nothing moved.
        if (!source || !isSortable(source) || source.index === place.current) return;
        place.current = source.index;
        setSaid(t('drag.place', { name: nameOf(String(source.id)), place: source.index + 1, count }));
      }}
      onDragEnd={(event, manager) => {
        const { source } = event.operation;
        if (source)
          setSaid(t(event.canceled ? 'drag.left' : 'drag.dropped', { name: nameOf(String(source.id)) }));
        onDragEnd(event, manager);
      }}
    >
      {children}
      <p role="status" className="sr-only">
        {said}
      </p>
    </DragDropProvider>
  );
}
