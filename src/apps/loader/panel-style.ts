import type { LauncherSetup } from '#shared/embed/protocol.ts';

/**
 * Where the chat fills the screen: on phones, and wherever a panel would leave no room to read an answer (a
 * phone on its side, a page that is zoomed to 200 % and more).
 */
export const fullScreen = '(max-width:480px),(max-height:560px)';

/** Width and greatest height of the panel, in pixels. */
const sizes = { compact: [360, 560], regular: [400, 704], tall: [440, 860] } as const;

/** The panel's style; on phones it fills the screen. */
export function panelStyle({ position, offsetX, bottom, size }: LauncherSetup): string {
  const side = position.slice(7);
  const [width, height] = sizes[size];
  return `div{position:fixed;z-index:2147483001;bottom:${bottom}px;${side === 'center' ? 'left:0;right:0;margin:auto' : `${side}:${offsetX}px`};width:${width}px;max-width:calc(100vw - ${2 * offsetX}px);height:min(${height}px,100vh - ${bottom + 20}px);border-radius:16px;overflow:hidden;background:Canvas;box-shadow:0 8px 48px #0004}
div:not(.r)::before{content:'';position:absolute;inset:0;width:28px;height:28px;margin:auto;border:3px solid #8886;border-top-color:#888;border-radius:50%;animation:spin .9s linear infinite}
@keyframes spin{to{rotate:1turn}}
div:not(.o){visibility:hidden;opacity:0;transform:translateY(12px)}
.wide{width:720px}
iframe{position:relative;display:block;width:100%;height:100%;border:0}
@media ${fullScreen}{div{inset:0;width:100%;max-width:none;height:100%;border-radius:0}}
@media(prefers-reduced-motion){div::before{animation-duration:6s!important}}
@media(forced-colors:active){div{border:1px solid}}`;
}
