/** @jsxImportSource preact */
import { Outline } from './icons.tsx';

/** Icons of what comes later: they are no part of the first script. */
const paths = {
  page: 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5',
  open: 'M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4',
} as const;

export const LateIcon = ({ name, size }: { name: keyof typeof paths; size?: number }) => (
  <Outline path={paths[name]} size={size} />
);
