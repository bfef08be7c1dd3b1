import type { Panel } from './panel.ts';

/** Texts by language; the build takes them out of `locales/`. */
declare const CHATELIER_FAILURE_TEXTS: Record<string, Record<string, string>>;

/** Says in the panel that the chat could not be reached, and how to go on. */
export function showFailure(
  { config, api, panel, make, addStyle, listen, isFull }: Panel,
  retry: () => void,
) {
  const { origin, number, language, texts } = config;
  const words = CHATELIER_FAILURE_TEXTS[language] ?? CHATELIER_FAILURE_TEXTS.en!;
  panel.querySelector('section')?.remove();
  addStyle(`section{position:absolute;inset:0;display:grid;place-content:center;justify-items:center;gap:14px;padding:24px;background:Canvas;color:CanvasText;font:15px/1.5 system-ui;text-align:center}
section :is(button,a){position:static;width:auto;height:auto;min-height:44px;padding:0 20px;border:1px solid;border-radius:22px;background:none;color:inherit;box-shadow:none;translate:none;font:600 15px/42px system-ui;text-decoration:none}
section :is(button,a):hover{scale:none}
section :is(button,a):focus-visible{outline:2px solid;outline-offset:2px;box-shadow:none}
section a{border:0;line-height:44px}`);
  const card = make('section', panel);
  card.role = 'alert';
  card.lang = language;
  const again = make('button', card);
  const page = make('a', card) as HTMLAnchorElement;
  page.href = `${origin}/widgets/${number}`;
  page.target = '_blank';
  page.rel = 'noopener';
  page.textContent = words['launcher.page']!;
  again.textContent = words['launcher.retry']!;
  /* A live region speaks of what comes into it. */
  requestAnimationFrame(() => card.prepend(words['launcher.failed']!));
  if (isFull()) {
    const away = make('button', card);
    away.textContent = texts.close;
    listen(away, 'click', () => api.close());
  }
  const leave = () => {
    if (!card.isConnected) return;
    card.remove();
    retry();
  };
  listen(again, 'click', leave);
  listen(window, 'online', leave);
}
