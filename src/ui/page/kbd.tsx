import { clsx } from 'clsx';

const isApple = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);

/** Keys as a person reads them on this machine: `mod+k` → ⌘ K or Ctrl K; `g d` → G then D. */
export function readableKeys(keys: string): string[] {
  return keys.split(/[+ ]/).map((key) => {
    if (key === 'mod') return isApple ? '⌘' : 'Ctrl';
    if (key === 'shift') return isApple ? '⇧' : 'Shift';
    if (key === 'escape') return 'Esc';
    return key.length === 1 ? key.toUpperCase() : key;
  });
}

/** A shortcut drawn as keys. */
export function Kbd({ keys, inverse = false }: { keys: string; inverse?: boolean }) {
  return (
    <span className="inline-flex gap-0.5">
      {readableKeys(keys).map((key, index) => (
        <kbd
          key={index}
          className={clsx(
            'inline-flex h-5 min-w-5 items-center justify-center rounded-control border px-1 font-sans text-xs font-medium',
            inverse ? 'border-page/25 text-page' : 'border-line bg-sunken text-muted',
          )}
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
