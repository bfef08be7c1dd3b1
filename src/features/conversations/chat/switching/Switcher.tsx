/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { addLazyStyle } from '../shell/lazy-style.ts';
import { Avatar } from '../shell/Avatar.tsx';
import { readableOn } from '#shared/readable-color.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { switcherStyle } from './switcher-style.ts';
import { switchTo } from './switching.ts';
import type { Translate } from '../shell/texts.ts';
import type { PublicAgent, SwitchableAgent } from '../store/visitor-types.ts';

addLazyStyle(switcherStyle);

/** Another agent's picture in its own colour. */
export function Face({ other }: { other: SwitchableAgent }) {
  const look = { name: other.name, appearance: { avatarUrl: other.avatarUrl } } as PublicAgent;
  const box = useRef<HTMLSpanElement>(null);
  /* Set by script, as the page's policy refuses style attributes. */
  useEffect(() => {
    box.current?.style.setProperty('--cw-brand', other.color);
    box.current?.style.setProperty('--cw-on-brand', readableOn(other.color));
  }, [other.color]);
  return (
    <span ref={box} class="cw-face">
      <Avatar agent={look} />
    </span>
  );
}

/** The button in the header that leads to the other agents, and their list. */
export function Switcher({ store, t }: { store: ChatStore; t: Translate }) {
  const { switchable, agent } = store.get();
  const [isOpen, setOpen] = useState(false);
  const [going, setGoing] = useState<number | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const items = () => [...(box.current?.querySelectorAll<HTMLButtonElement>('[role="menuitem"]') ?? [])];
  const close = () => {
    setOpen(false);
    setFailed(null);
  };

  useEffect(() => {
    if (!isOpen) return;
    items()[0]?.focus();
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node) && !button.current?.contains(event.target as Node))
        close();
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      /* The chat itself would close too. */
      event.stopPropagation();
      close();
      button.current?.focus();
    }
    /* Whoever goes on past the list is done with it. */
    if (event.key === 'Tab') close();
    const step = { ArrowDown: 1, ArrowUp: -1, Home: 0, End: 0 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all.at(event.key === 'Home' ? 0 : event.key === 'End' ? -1 : (at + step) % all.length)?.focus();
  };

  const choose = async (other: SwitchableAgent) => {
    if (going) return;
    setGoing(other.number);
    const isThere = await switchTo(store, other);
    setGoing(null);
    if (isThere) {
      close();
      button.current?.focus();
    } else setFailed(other.name);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class="cw-button cw-icon-button"
        aria-label={t('switch.open')}
        title={t('switch.open')}
        aria-haspopup="true"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <svg class="cw-icon" width={20} height={20} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 9h14M14.5 5.5 18 9l-3.5 3.5M20 15H6M9.5 11.5 6 15l3.5 3.5" />
        </svg>
      </button>
      {isOpen && (
        <div
          ref={box}
          class="cw-menu cw-others"
          role="menu"
          tabIndex={-1}
          aria-label={t('switch.title')}
          onKeyDown={onKeyDown}
        >
          <p class="cw-others-title" aria-hidden="true">
            {t('switch.title')}
          </p>
          {switchable.map((other) => (
            <button
              key={other.number}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class="cw-button"
              aria-busy={going === other.number}
              onClick={() => void choose(other)}
            >
              <Face other={other} />
              <span>
                <b>{other.name}</b>
                {other.line && <small>{other.line}</small>}
              </span>
            </button>
          ))}
          <p class="cw-others-now">{t('switch.now', { name: agent.name })}</p>
          {failed && (
            <p class="cw-failure" role="alert">
              {t('switch.failed', { name: failed })}
            </p>
          )}
        </div>
      )}
    </>
  );
}
