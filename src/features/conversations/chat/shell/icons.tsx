/** @jsxImportSource preact */
import { sendIconPaths } from '#shared/chat/send-icon-paths.ts';

/** Outlines in a 24 × 24 box, drawn for this product. */
const paths = {
  ...sendIconPaths,
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M12 4.5a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4ZM12 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4ZM12 18.1a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4Z',
  edit: 'M12 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5M18.4 3.6a1.7 1.7 0 0 1 2.4 2.4L13 13.8l-3.2.8.8-3.2z',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  expand: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
  shrink: 'M20 10h-6V4M4 14h6v6M14 10l6.5-6.5M10 14l-6.5 6.5',
  copy: 'M10 8h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2ZM16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  /* The thumb down is this one, turned by the style. */
  up: 'M7 10.5v9M7 10.5l4-7c1.3 0 2.3 1 2.3 2.3v3.7h4.9a2 2 0 0 1 2 2.4l-1.2 6a2 2 0 0 1-2 1.6H4.5v-9z',
  retry: 'M20 12a8 8 0 1 1-2.3-5.7L20 8.5M20 4v4.5h-4.5',
  /* The stroke rounds its corners. */
  stop: 'M7.5 7.5h9v9h-9z',
  alert: 'M12 8v5M12 16.2v.1M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
} as const;

export type IconName = keyof typeof paths;

/** An outline as an icon; decoration only, its meaning is in the label of what holds it. */
export function Outline({ path, size = 18 }: { path: string; size?: number }) {
  return (
    <svg class="cw-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** One icon of those that are there from the beginning. */
export const Icon = ({ name, size }: { name: IconName; size?: number }) => (
  <Outline path={paths[name]} size={size} />
);
