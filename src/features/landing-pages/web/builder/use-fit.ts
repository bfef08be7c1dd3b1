import { useEffect, useRef, useState, type RefObject } from 'react';

/** By how much something of this width is made smaller to fit into its box; never larger than it is. In CSS pixels. */
export function useFit(width: number): [box: RefObject<HTMLDivElement | null>, scale: number] {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [box, room > 0 ? Math.min(1, room / width) : 1];
}
