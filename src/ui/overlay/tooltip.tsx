import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import * as Slot from 'radix-ui/slot';
import { Kbd } from '../page/kbd.tsx';

/**
 * How long the pointer rests before the first tooltip opens, and for how long after one its neighbours open
 * at once, in ms. Source: the specification, "UI".
 */
const openDelay = 700;
const skipDelay = 300;
/** Time to go from what is explained to its tooltip, in ms. */
const leaveDelay = 120;
/** Between what is explained and its tooltip, and between a tooltip and the window's edge, in px. */
const gap = 6;
const edge = 8;

let closedAt = -Infinity;
/** Only one tooltip is open at a time. */
let closeOpen: (() => void) | null = null;

type Side = 'top' | 'right' | 'bottom' | 'left';
type Props = {
  text: ReactNode;
  keys?: string;
  side?: Side;
  children: ReactElement;
};

const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/**
 * Where a box stands beside an anchor: on the asked side, or on the other one where that side has no room.
 */
function placeBeside(
  anchor: DOMRect,
  box: { width: number; height: number },
  asked: Side,
): { left: number; top: number } {
  const room = {
    top: anchor.top,
    bottom: innerHeight - anchor.bottom,
    left: anchor.left,
    right: innerWidth - anchor.right,
  };
  const isBeside = asked === 'left' || asked === 'right';
  const needed = (isBeside ? box.width : box.height) + gap + edge;
  const side = room[asked] < needed && room[opposite[asked]] > room[asked] ? opposite[asked] : asked;
  const left = isBeside
    ? side === 'left'
      ? anchor.left - gap - box.width
      : anchor.right + gap
    : anchor.left + (anchor.width - box.width) / 2;
  const top = isBeside
    ? anchor.top + (anchor.height - box.height) / 2
    : side === 'top'
      ? anchor.top - gap - box.height
      : anchor.bottom + gap;
  return {
    left: Math.max(edge, Math.min(left, innerWidth - box.width - edge)),
    top: Math.max(edge, Math.min(top, innerHeight - box.height - edge)),
  };
}

/**
 * A short explanation on hover and focus; never the only place where something is said. `keys` shows its
 * shortcut (`g d`).
 */
export function Tooltip({ text, keys, side = 'top', children }: Props) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef(0);
  const after = (milliseconds: number, next: HTMLElement | null) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setAnchor(next), milliseconds);
  };
  const close = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      <Slot.Root
        {...(anchor ? { 'aria-describedby': id } : {})}
        onPointerEnter={({ pointerType, currentTarget }: PointerEvent<HTMLElement>) =>
          pointerType !== 'touch' &&
          after(performance.now() - closedAt < skipDelay ? 0 : openDelay, currentTarget)
        }
        onPointerLeave={() => after(leaveDelay, null)}
        onPointerDown={close}
        onClick={close}
        onFocus={({ currentTarget }: FocusEvent<HTMLElement>) =>
          currentTarget.matches(':focus-visible') && after(0, currentTarget)
        }
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {anchor && (
        <Bubble
          id={id}
          anchor={anchor}
          side={side}
          close={close}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={() => after(leaveDelay, null)}
        >
          {text}
          {keys && <Kbd keys={keys} inverse />}
        </Bubble>
      )}
    </>
  );
}

type BubbleProps = {
  id: string;
  anchor: HTMLElement;
  side: Side;
  close: () => void;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
};

/** The open tooltip: over everything, gone with Escape and as soon as the page moves under it. */
function Bubble({ id, anchor, side, close, onEnter, onLeave, children }: BubbleProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    const { left, top } = placeBeside(
      anchor.getBoundingClientRect(),
      { width: box.current.offsetWidth, height: box.current.offsetHeight },
      side,
    );
    box.current.style.left = `${left}px`;
    box.current.style.top = `${top}px`;
  });
  /* In the commit itself: what is entered right after it went knows that one was open. */
  useLayoutEffect(() => {
    closeOpen?.();
    closeOpen = close;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    addEventListener('keydown', onKey, true);
    addEventListener('scroll', close, true);
    return () => {
      closedAt = performance.now();
      if (closeOpen === close) closeOpen = null;
      removeEventListener('keydown', onKey, true);
      removeEventListener('scroll', close, true);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each opening; closing does the same at any time
  }, []);
  return createPortal(
    <div
      ref={box}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="pointer-events-auto fixed z-60 flex w-max max-w-72 items-center gap-2 rounded-control bg-ink px-2 py-1 text-xs text-page shadow-float"
      style={{ animation: 'float-in 120ms var(--ease-out)' }}
    >
      {children}
    </div>,
    document.body,
  );
}
