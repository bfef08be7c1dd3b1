import type { ReactNode } from 'react';
import { scenes } from './drawing-scenes.tsx';

const button = 'var(--button)';
const accent = 'var(--accent)';
const line = 'var(--line)';

/** A face out of a few shapes; each letter is another person. */
const face = (skin: string, hair: string, shirt: string, cut: ReactNode): ReactNode => (
  <>
    <rect width="96" height="96" fill={line} />
    <path d="M14 96q4-30 34-30t34 30z" fill={shirt} />
    <path d="M40 58h16v14q-8 6-16 0z" fill={skin} />
    <circle cx="48" cy="42" r="19" fill={skin} />
    <g fill={hair}>{cut}</g>
  </>
);

const faces: Record<string, ReactNode> = {
  'face-a': face('#f0c5a4', '#3b2a22', button, <path d="M28 42q-2-24 20-24t20 24q-6-12-14-13-14 7-26 13z" />),
  'face-b': face(
    '#8d5a3c',
    '#1d1512',
    accent,
    <path d="M26 60q-6-44 22-44t22 44q-4-2-4-20-10-2-16-9-8 9-20 9 0 18-4 20z" />,
  ),
  'face-c': face('#e3aa82', '#b8bdbb', button, <path d="M29 38q0-20 19-20t19 20q-6-10-19-10t-19 10z" />),
  'face-d': face(
    '#c98f68',
    '#5a2f1d',
    accent,
    <>
      <circle cx="48" cy="17" r="8" />
      <path d="M28 42q-1-22 20-22t20 22q-8-12-20-12t-20 12z" />
    </>,
  ),
  'face-e': face(
    '#f5d6bd',
    '#c9873e',
    button,
    <path d="M27 48q-4-31 21-31t21 31q-3-14-10-18-16 1-20 3-9 3-12 15z" />,
  ),
  'face-f': face('#6f452d', '#120d0b', accent, <path d="M29 36q2-18 19-18t19 18q-8-6-19-6t-19 6z" />),
};

/** Marks that could be those of firms. */
const marks: Record<string, ReactNode> = {
  'mark-a': <path d="M24 8a24 24 0 1 0 24 24H34A10 10 0 1 1 24 22z" />,
  'mark-b': <path d="M4 8h16l12 24L44 8h16L36 56h-8z" />,
  'mark-c': <path d="M8 8h20v20H8zm28 0h20v20H36zM8 36h20v20H8zm38-2 12 12-12 12-12-12z" />,
  'mark-d': <path d="M32 4 60 20v24L32 60 4 44V20zm0 14L16 27v10l16 9 16-9V27z" />,
  'mark-e': <path d="M6 40q13-32 26-16t26-16q-4 44-26 32T6 56z" />,
};

const boxes = { faces: '0 0 96 96', marks: '0 0 64 64', scenes: '0 0 560 420' } as const;

/** A picture that the page draws itself, in the page's own colours; an unknown name is an empty field. */
export function Drawing({ name, label }: { name: string; label: string }) {
  const [kind, drawn] = Object.hasOwn(faces, name)
    ? (['faces', faces[name]] as const)
    : Object.hasOwn(marks, name)
      ? (['marks', marks[name]] as const)
      : (['scenes', Object.hasOwn(scenes, name) ? scenes[name] : scenes['waves']] as const);
  const said = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <svg className={`lp-drawing lp-drawing-${kind}`} viewBox={boxes[kind]} fill="currentColor" {...said}>
      {drawn}
    </svg>
  );
}

/** The names of all drawings, for the builder's list of pictures. */
export const drawingNames: readonly string[] = [
  ...Object.keys(scenes),
  ...Object.keys(faces),
  ...Object.keys(marks),
];
