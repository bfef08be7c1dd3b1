import type { Panel } from './panel.ts';

const popupDelay = 5;
const whole =
  ':host{all:initial!important;display:block!important;width:100%!important;height:100%!important}button{display:none}div:not(.x){position:static;visibility:visible;opacity:1;transform:none;width:100%;max-width:none;height:100%;min-height:320px;border-radius:inherit;box-shadow:none;translate:none}';

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
  const { host, config, options, signal, addStyle, create } = inside;
  addStyle(whole);
  const find = () =>
    options.target?.isConnected
      ? options.target
      : document.querySelector(`[data-chatelier-agent="${config.number}"]`);
  const near = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && create(),
    { rootMargin: '300px' },
  );
  inside.place = () => {
    const place = find();
    if (place && host.parentNode !== place) place.append(host);
  };
  const seen = new MutationObserver(() => inside.place());
  seen.observe(document, { childList: true, subtree: true });
  near.observe(host);
  signal.addEventListener('abort', () => {
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
