/** What a form's page says to the page that it stands in. */
type FormNews = {
  from: 'chatelier-form';
  height?: number;
  /** Another page of the form, or its end, took the place of what was there. */
  isTop?: boolean;
};

/** The server that this script comes from: no other one is listened to. */
const { origin } = new URL(import.meta.url);
const isNews = (data: unknown): data is FormNews =>
  typeof data === 'object' && data !== null && 'from' in data && data.from === 'chatelier-form';

/** Makes the frames of forms as high as what is in them, and shows their beginning where that changes. */
addEventListener('message', ({ data, source, origin: sender }: MessageEvent) => {
  if (sender !== origin || !isNews(data)) return;
  const frame = [...document.querySelectorAll('iframe')].find((entry) => entry.contentWindow === source);
  if (!frame) return;
  if (data.height) frame.style.height = `${Math.min(10_000, Math.max(120, data.height))}px`;
  if (data.isTop && frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' });
});

// Frames that were there before this script have said how high they are: they say so again.
for (const frame of document.querySelectorAll('iframe'))
  if (frame.src.startsWith(`${origin}/forms/`))
    frame.contentWindow?.postMessage({ to: 'chatelier-form' }, '*');
