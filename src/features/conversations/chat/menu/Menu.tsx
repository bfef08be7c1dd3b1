/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { menuEntries } from './menu-entries.tsx';
import type { MenuContext, MenuEntry } from './menu-entries.tsx';

/**
 * What one can do with the whole chat: a list of entries, each of which acts at once or opens a sheet in the
 * list's place. `first` is the entry whose sheet shows at once, if there is one.
 */
export function Menu({ first, ...given }: Omit<MenuContext, 'markDone'> & { first: string }) {
  const { t } = given;
  const [open, setOpen] = useState<MenuEntry | null>(menuEntries.find(({ id }) => id === first) ?? null);
  /* What the open sheet asked is answered: it only tells now. */
  const [isDone, setDone] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => {
    const button = box.current
      ?.closest('.cw-container')
      ?.querySelector<HTMLElement>(first === 'end' ? '.cw-end' : '[aria-haspopup="menu"]');
    given.close();
    button?.focus();
  };
  const closing = useRef(close);
  closing.current = close;
  const context = { ...given, close, markDone: () => setDone(true) };
  const items = () => [
    ...(box.current?.querySelectorAll<HTMLButtonElement>('[role="menuitem"]:not([aria-disabled])') ?? []),
  ];

  /* With the drawing and not after it: a key pressed in between would go nowhere. */
  useLayoutEffect(() => {
    if (open) heading.current?.focus();
    else items()[0]?.focus();
  }, [open, isDone]);
  useEffect(() => {
    const leave = (event: Event) => {
      const target = event.target as Element;
      if (!box.current?.contains(target) && !target.closest('[aria-haspopup="menu"]')) closing.current();
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, []);

  const back = () => {
    /* Whoever came straight to a sheet has seen no list. */
    if (open?.id === first) return close();
    setOpen(null);
    setDone(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      /* The chat itself would close too. */
      event.stopPropagation();
      if (open) back();
      else close();
    }
    /* Whoever goes on past the list is done with it. */
    if (event.key === 'Tab' && !open) close();
    const step = { ArrowDown: 1, ArrowUp: -1, Home: 0, End: 0 }[event.key];
    if (step === undefined || open) return;
    event.preventDefault();
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all.at(event.key === 'Home' ? 0 : event.key === 'End' ? -1 : (at + step) % all.length)?.focus();
  };

  const labelOf = ({ label }: MenuEntry) => (typeof label === 'string' ? label : label(context));
  const question = isDone ? undefined : open?.question;
  if (open?.Sheet)
    return (
      <div
        ref={box}
        class="cw-menu cw-sheet"
        role="dialog"
        aria-label={t(labelOf(open))}
        onKeyDown={onKeyDown}
      >
        <h2 ref={heading} tabIndex={-1}>
          {t(question ?? labelOf(open))}
        </h2>
        <open.Sheet {...context} />
        {!question && (
          <button type="button" class="cw-button cw-quiet-button cw-sheet-back" onClick={back}>
            {t('menu.back')}
          </button>
        )}
      </div>
    );
  return (
    <div
      ref={box}
      class="cw-menu"
      role="menu"
      tabIndex={-1}
      aria-label={t('menu.open')}
      onKeyDown={onKeyDown}
    >
      {menuEntries
        .filter((entry) => entry.isShown?.(context) ?? true)
        .map((entry) => {
          const isDisabled = entry.isDisabled?.(context);
          return (
            <button
              key={entry.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class="cw-button"
              aria-disabled={isDisabled || undefined}
              onClick={() => {
                if (isDisabled) return;
                if (entry.Sheet) return setOpen(entry);
                close();
                entry.run?.(context);
              }}
            >
              <svg class="cw-icon" width={18} height={18} viewBox="0 0 24 24" aria-hidden="true">
                <path d={entry.path} />
              </svg>
              {t(labelOf(entry))}
            </button>
          );
        })}
    </div>
  );
}
