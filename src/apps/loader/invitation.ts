import type { Panel } from './panel.ts';

const dayMs = 86_400_000;

/** The popup message beside the launcher: once per session, and not for a day after it was sent away. */
export function createInvitation({
  config,
  api,
  root,
  panel,
  popupKey,
  make,
  addStyle,
  listen,
  remember,
  isOpen,
}: Panel): () => void {
  const { popup, language } = config;
  return () => {
    if (!popup || isOpen() || root.querySelector('p') || Date.now() - Number(remember('dismissed')) < dayMs)
      return;
    try {
      if (sessionStorage[popupKey]) return;
      sessionStorage[popupKey] = 1;
    } catch {
      /* Where storage is refused, each page view is a session. */
    }
    const side = config.position.slice(7);
    addStyle(`p{position:fixed;z-index:2147483000;margin:0;bottom:${config.bottom}px;${side === 'center' ? 'left:0;right:0;margin:auto' : `${side}:${config.offsetX}px`};display:flex;align-items:start;gap:4px;width:max-content;max-width:min(300px,100vw - 40px);padding:6px;border-radius:14px;background:Canvas;color:CanvasText;box-shadow:0 4px 24px #0004;font:15px/1.45 system-ui;overflow-wrap:anywhere;animation:in .25s ease-out}
p button{position:static;display:block;width:auto;height:auto;translate:none;border-radius:8px;background:none;color:inherit;box-shadow:none;font:inherit;text-align:start}
p button:hover{scale:none}
p button:focus-visible{outline:2px solid;box-shadow:none}
p button:first-child{padding:6px 8px;text-wrap:pretty}
p button+button{flex:none;width:32px;height:32px;font-size:20px;line-height:1;opacity:.75;text-align:center}
@keyframes in{from{opacity:0;transform:translateY(8px)}}
@media(prefers-reduced-motion){p{animation:none}}`);
    const box = make('p', root);
    box.role = 'status';
    box.lang = language;
    const text = make('button', box);
    const away = make('button', box);
    away.ariaLabel = popup.dismiss;
    box.style.colorScheme = panel.style.colorScheme;
    /* A live region speaks of what comes into it. */
    requestAnimationFrame(() => {
      text.textContent = popup.text;
      away.textContent = '×';
    });
    const leave = () => box.remove();
    listen(text, 'click', () => api.open());
    listen(away, 'click', () => {
      remember('dismissed', `${Date.now()}`);
      leave();
    });
    listen(box, 'keydown', (event: KeyboardEvent) => event.key === 'Escape' && away.click());
    listen(window, 'chatelier:open', leave);
  };
}
