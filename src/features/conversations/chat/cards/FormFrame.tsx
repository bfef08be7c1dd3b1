/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';

type News = {
  height?: number;
  isDone?: boolean;
  isPreview?: boolean;
};

/** What the form's page tells the chat that it stands in. */
function newsOf(data: unknown): News | null {
  return typeof data === 'object' && data !== null && 'from' in data && data.from === 'chatelier-form'
    ? (data as News)
    : null;
}

/**
 * Shows a form from its beginning. The list follows to its end what grows at its end, so this comes after it.
 */
function showTop(frame: HTMLElement): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const list = frame.closest('.cw-messages');
      if (list)
        list.scrollTop +=
          (frame.closest('section') ?? frame).getBoundingClientRect().top -
          list.getBoundingClientRect().top -
          8;
    }),
  );
}

type Props = {
  url: string;
  title: string;
  /** It stands before the visitor now. */
  isShown?: boolean;
  /** It was sent; in a preview nothing was. */
  onDone: (isPreview: boolean) => void;
  /** Somebody comes back to the chat: it may have been filled in another tab, or paid. */
  onReturn: () => void;
};

/** The page of one of the owner's own forms, with everything that it can, as high as it is. */
export function FormFrame({ url, title, isShown = true, onDone, onReturn }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const told = useRef({ onDone, onReturn });
  told.current = { onDone, onReturn };
  useEffect(() => {
    const hear = ({ data, source, origin }: MessageEvent) => {
      const news =
        source === frame.current?.contentWindow && origin === location.origin ? newsOf(data) : null;
      if (news?.height) setHeight(Math.min(4_000, Math.max(160, news.height)));
      if (news?.isDone) told.current.onDone(!!news.isPreview);
    };
    const look = () => document.visibilityState === 'visible' && told.current.onReturn();
    addEventListener('message', hear);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('message', hear);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  useEffect(() => {
    // Whoever has begun to fill it in looks where they write.
    if (isShown && frame.current && document.activeElement !== frame.current) showTop(frame.current);
  }, [isShown, height]);
  return (
    <iframe ref={frame} class="cw-form-frame" src={url} title={title} style={{ height: `${height}px` }} />
  );
}
