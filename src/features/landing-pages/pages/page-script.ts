/** What a page does besides standing there: agents, videos, countdowns, the height of forms. It is whole without. */

/** The server: a page that was exported stands elsewhere. */
const home = new URL(import.meta.url).origin;

type PageAgent = {
  setTheme(theme: 'dark'): void;
};

/** What an agent's script lets its page do with it. */
function agentOf(number: string): PageAgent | undefined {
  const { Chatelier }: { Chatelier?: { agents?: Record<string, PageAgent> } } = Object(window);
  return Chatelier?.agents?.[number];
}

/** Brings the script of each agent of the page once; places of it are filled by that script. */
function startAgents(): void {
  // No chat stands in a file that was opened from a folder: its first words lead to the agent's own page.
  if (location.protocol === 'file:') return;
  const places = [...document.querySelectorAll<HTMLElement>('[data-chatelier-agent]')];
  const numbers = new Set(places.map(({ dataset }) => dataset['chatelierAgent'] ?? ''));
  for (const place of places) {
    // The chat takes the place of the first words when it is there.
    const watch = new MutationObserver(() => {
      if (place.childElementCount < 2) return;
      watch.disconnect();
      place.querySelector('.lp-first-words')?.remove();
    });
    watch.observe(place, { childList: true });
  }
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-lp-bubble]'))
    numbers.add(dataset['lpBubble'] ?? '');
  const page = document.querySelector('.lp-page');
  const isDark = page !== null && getComputedStyle(page).colorScheme === 'dark';
  for (const number of numbers) {
    if (!/^\d+$/.test(number)) continue;
    const script = document.createElement('script');
    script.async = true;
    script.src = `${home}/widgets/${number}.js`;
    // A light chat would be a white box on a dark page.
    if (isDark) script.addEventListener('load', () => agentOf(number)?.setTheme('dark'));
    document.body.append(script);
  }
}

/** A video begins to load from its service when somebody plays it. */
function startVideos(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-lp-video]'))
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const frame = document.createElement('iframe');
      frame.className = 'lp-player';
      frame.src = `${link.dataset['lpVideo'] ?? ''}?autoplay=1`;
      frame.title = link.dataset['lpTitle'] ?? '';
      frame.allow = 'autoplay; fullscreen; picture-in-picture';
      frame.allowFullscreen = true;
      link.replaceWith(frame);
      frame.focus();
    });
}

function startCountdowns(): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-lp-until]')];
  if (places.length === 0) return;
  const tick = (): void => {
    for (const place of places) {
      const left = Date.parse(place.dataset['lpUntil'] ?? '') - Date.now();
      if (left <= 0) {
        place.hidden = true;
        const over = place.parentElement?.querySelector<HTMLElement>('.lp-over');
        if (over) over.hidden = false;
        continue;
      }
      const values = {
        days: Math.floor(left / 86_400_000),
        hours: Math.floor(left / 3_600_000) % 24,
        minutes: Math.floor(left / 60_000) % 60,
        seconds: Math.floor(left / 1_000) % 60,
      };
      for (const [name, value] of Object.entries(values)) {
        const shown = place.querySelector(`[data-lp-part="${name}"]`);
        if (shown) shown.textContent = String(value).padStart(2, '0');
      }
    }
  };
  tick();
  setInterval(tick, 1_000);
}

/** Frames of forms become as high as the form in them. */
function startForms(): void {
  const frames = [...document.querySelectorAll<HTMLIFrameElement>('iframe.lp-form')];
  if (frames.length === 0) return;
  addEventListener('message', ({ data, source, origin }: MessageEvent) => {
    if (origin !== home || !isFormNews(data)) return;
    const frame = frames.find(({ contentWindow }) => contentWindow === source);
    if (!frame) return;
    if (data.height) frame.style.height = `${Math.min(10_000, Math.max(120, data.height))}px`;
    if (data.isTop && frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' });
  });
  for (const frame of frames) frame.contentWindow?.postMessage({ to: 'chatelier-form' }, '*');
}

const isFormNews = (data: unknown): data is { height?: number; isTop?: boolean } =>
  typeof data === 'object' && data !== null && 'from' in data && data.from === 'chatelier-form';

/** The menu of a phone closes when one of its links was followed. */
function startMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.lp-menu'))
    menu.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) menu.open = false;
    });
}

startMenus();
startVideos();
startCountdowns();
startForms();
// What can be read and pressed comes first.
requestAnimationFrame(() => setTimeout(startAgents));
