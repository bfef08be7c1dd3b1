import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** How near to the end counts as reading along, in pixels. */
const near = 56;

/**
 * Keeps a list at its end while it grows, for a reader who is at its end. Scrolling up lets go at once and
 * nothing pulls the reader back; being at the end again takes hold again.
 */
export function useFollowScroll(list: RefObject<HTMLElement | null>): {
  isAway: boolean;
  toEnd: (isSmooth?: boolean) => void;
} {
  const [isAway, setAway] = useState(false);
  const follows = useRef(true);
  const toEnd = (isSmooth = false) => {
    const box = list.current;
    if (!box) return;
    follows.current = true;
    setAway(false);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    box.scrollTo({ top: box.scrollHeight, behavior: isSmooth && !calm ? 'smooth' : 'instant' });
  };
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    let before = box.scrollTop;
    const onScroll = () => {
      const rest = box.scrollHeight - box.clientHeight - box.scrollTop;
      if (rest < near) follows.current = true;
      else if (box.scrollTop < before - 2) follows.current = false;
      before = box.scrollTop;
      setAway(!follows.current);
    };
    const keep = () => {
      if (follows.current) box.scrollTo({ top: box.scrollHeight, behavior: 'instant' });
    };
    const observer = new ResizeObserver(keep);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, [list]);
  return { isAway, toEnd };
}
