import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** How near to the end counts as reading along, in pixels. */
const near = 56;
/** What stays to be seen above a message's beginning, in pixels. */
const margin = 12;

/**
 * Keeps a list at its end while it grows, for a reader who is at its end, but never beyond the beginning of
 * its last message: an answer is read from its first word, and what is proposed after it can wait. Scrolling
 * up lets go at once and nothing pulls the reader back. Whoever goes to the end themselves follows it, too.
 */
export function useFollowScroll(list: RefObject<HTMLElement | null>): {
  isAway: boolean;
  toEnd: (isSmooth?: boolean) => void;
} {
  const [isAway, setAway] = useState(false);
  const follows = useRef<'beginning' | 'end' | null>('beginning');
  /** Where this function scrolled to. */
  const own = useRef(-1);
  const keep = () => {
    const box = list.current;
    if (!box || !follows.current) return;
    const end = box.scrollHeight - box.clientHeight;
    const messages = box.querySelectorAll<HTMLElement>('.cw-message');
    const last = messages[messages.length - 1];
    const beginning = last
      ? box.scrollTop + last.getBoundingClientRect().top - box.getBoundingClientRect().top - margin
      : end;
    const top = follows.current === 'end' ? end : Math.min(end, beginning);
    own.current = Math.max(0, top);
    box.scrollTo({ top, behavior: 'instant' });
    setAway(end - top >= near);
  };
  const toEnd = (isSmooth = false) => {
    const box = list.current;
    if (!box) return;
    follows.current = isSmooth ? 'end' : 'beginning';
    if (!isSmooth) return keep();
    setAway(false);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    box.scrollTo({ top: box.scrollHeight, behavior: calm ? 'instant' : 'smooth' });
  };
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    let before = box.scrollTop;
    const onScroll = () => {
      const { scrollTop } = box;
      const rest = box.scrollHeight - box.clientHeight - scrollTop;
      if (Math.abs(scrollTop - own.current) > 2) {
        if (rest < near) follows.current = 'end';
        else if (Math.abs(scrollTop - before) > 2 && !(follows.current === 'end' && scrollTop > before))
          follows.current = null;
        setAway(rest >= near);
      }
      before = scrollTop;
    };
    const observer = new ResizeObserver(keep);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- keep works on what the refs hold
  }, [list]);
  return { isAway, toEnd };
}
