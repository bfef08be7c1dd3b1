import { findPlace } from './find-place.ts';
import type { Panel } from './panel.ts';

const popupDelay = 5;
const whole =
  ':host{all:initial!important;display:block!important;width:100%!important;height:100%!important}button{display:none}div:not(.x){position:static;visibility:visible;opacity:1;transform:none;width:100%;max-width:none;height:100%;min-height:320px;border-radius:inherit;box-shadow:none;translate:none}@media print{:host{display:none!important}}';
/** A place that is lower than this has no height of its own; pixels. */
const leastHeight = 120;

/** Shows the agent in the mode that the page asked for. A bubble is there already. */
export function show(inside: Panel): void {
  const { mode } = inside.options;
  if (mode === 'inline') showInline(inside);
  if (mode === 'page') {
    inside.addStyle(
      'button{display:none}div:not(.x){inset:0;width:100%;max-width:none;height:100%;border-radius:0;box-shadow:none;translate:none;visibility:visible;opacity:1;transform:none}',
    );
    inside.place();
    inside.create();
  }
  if (mode === 'popup') showPopup(inside);
}

/** In the flow of the page, at the place that the page gives; waits for the place and comes back with it. */
function showInline(inside: Panel): void {
  const { host, panel, config, options, signal, addStyle, create } = inside;
  addStyle(whole);
  const isPlace = (node?: Node | null) =>
    node === options.target || (node as HTMLElement | null)?.dataset?.chatelierAgent === `${config.number}`;
  const near = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && create(),
    { rootMargin: '300px' },
  );
  const seen = new MutationObserver(() => inside.place());
  inside.place = () => {
    if (host.isConnected && isPlace(host.parentNode)) return;
    const place = options.target?.isConnected ? options.target : findPlace(config.number);
    if (!place) return;
    const { clientHeight } = place;
    panel.style.height = '';
    place.append(host);
    /* A percentage of a height that the page doesn't say is none. */
    if (clientHeight < leastHeight) panel.style.height = 'min(600px,90vh)';
    else if (panel.offsetHeight < clientHeight - 1) panel.style.height = `${clientHeight}px`;
    seen.observe(place.getRootNode(), { childList: true, subtree: true });
  };
  seen.observe(document, { childList: true, subtree: true });
  near.observe(host);
  /* What happens inside a shadow root is seen by nobody outside; there the place may come late. */
  let looks = 0;
  const late = setInterval(() => {
    inside.place();
    if (host.isConnected || ++looks > 20) clearInterval(late);
  }, 500);
  signal.addEventListener('abort', () => {
    clearInterval(late);
    seen.disconnect();
    near.disconnect();
  });
  inside.place();
}

/**
 * Opens by itself, once per session, as a sheet in the middle; on a phone, which it would fill, only when
 * somebody opens it.
 */
function showPopup({
  config,
  options,
  api,
  addStyle,
  listen,
  isOpen,
  isFull,
  make,
  panel,
  signal,
}: Panel): void {
  const key = `chatelier:${config.number}:popup-mode`;
  addStyle(
    `div:not(.x){inset:0;margin:auto;translate:none}i{position:fixed;inset:0;z-index:2147483000;background:#0007}div:not(.o)+i{display:none}`,
  );
  const shade = make('i');
  panel.after(shade);
  listen(shade, 'click', () => api.close());
  const given = Number(options.delay ?? popupDelay);
  let isOver = false;
  try {
    isOver = Boolean(sessionStorage[key]);
  } catch {
    /* Where storage is refused, each page view is a session. */
  }
  if (isOver || isFull()) return;
  setTimeout(
    () => {
      if (signal.aborted || isOpen()) return;
      try {
        sessionStorage[key] = 1;
      } catch {
        /* The same. */
      }
      api.open();
    },
    1000 * (given >= 0 ? Math.min(given, 120) : popupDelay),
  );
}
