import type { ReactNode } from 'react';
import { buttonClass } from '../controls/button.tsx';

type Props = {
  title: string;
  children: ReactNode;
  actions: { label: string; onClick: () => void; primary?: boolean }[];
  hint?: ReactNode;
  full?: boolean;
};

/**
 * Something broke: what happened and what to do. Takes finished texts, because it must work when translations
 * do not.
 */
export function ErrorScreen({ title, children, actions, hint, full = false }: Props) {
  return (
    <div
      role="alert"
      className={`flex items-center justify-center px-6 py-12 ${full ? 'min-h-dvh' : 'min-h-[60vh]'}`}
    >
      <div className="w-full max-w-md text-center">
        <BrokenMark />
        <h1 className="mt-6 text-xl font-semibold">{title}</h1>
        <p className="mt-2 text-pretty text-muted">{children}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              onClick={action.onClick}
              className={buttonClass({ variant: action.primary ? 'primary' : 'outline' })}
            >
              {action.label}
            </button>
          ))}
        </div>
        {hint && <p className="mt-6 text-sm text-muted">{hint}</p>}
      </div>
    </div>
  );
}

function BrokenMark() {
  return (
    <svg
      width="56"
      height="56"
      viewBox="0 0 56 56"
      fill="none"
      aria-hidden="true"
      className="mx-auto text-muted"
    >
      <rect x="1" y="1" width="54" height="54" rx="14" className="fill-surface stroke-line" strokeWidth="2" />
      <path
        d="M36.5 20.5A12 12 0 1 0 20 37l-1.2 4.6L24 40a12 12 0 0 0 12.5-4.5"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray="5 5.5"
      />
    </svg>
  );
}
