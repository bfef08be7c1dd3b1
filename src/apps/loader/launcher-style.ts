import type { LauncherSetup } from '#shared/embed-protocol.ts';

/**
 * The shadow root's whole style. `!important` on `:host` beats the page's own rules, also its `!important` ones; nothing
 * else of the page reaches inside. `--i` is the launcher's place among the launchers on its side of the page.
 */
export function launcherStyle({ color, position, iconColor }: LauncherSetup): string {
  const side = position.slice(7);
  const step = 'var(--i)*72px';
  return `:host{all:initial!important}
*{box-sizing:border-box;transition:.18s ease-out}
button,div{position:fixed;z-index:2147483000;bottom:20px;${side === 'center' ? `left:calc(50% - 28px + ${step})` : `${side}:calc(20px + ${step})`};width:56px;height:56px;padding:0;border:0;border-radius:50%;background:${color};color:${iconColor};box-shadow:0 8px 24px #0003;cursor:pointer}
button:hover{transform:scale(1.05)}
button:focus-visible{outline:3px solid #fff;box-shadow:0 0 0 6px #0f1f1b}
svg{width:30px;vertical-align:middle;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
img{position:absolute;inset:0;width:56px;height:56px;border-radius:50%;object-fit:cover}
[aria-expanded=true] img,b:empty{display:none}
b{position:absolute;top:-2px;right:-2px;min-width:20px;border-radius:10px;background:#c81e1e;color:#fff;font:600 12px/20px system-ui}
div{z-index:2147483001;bottom:88px;${side === 'center' ? 'left:0;right:0;margin:auto' : `${side}:20px`};width:400px;max-width:calc(100vw - 40px);height:min(704px,100vh - 108px);border-radius:16px;overflow:hidden;background:Canvas;box-shadow:0 8px 48px #0004}
div:not(.o){visibility:hidden;opacity:0;transform:translateY(12px)}
.wide{width:720px}
iframe{width:100%;height:100%;border:0}
@media(max-width:480px){div{inset:0;width:100%;max-width:none;height:100%;border-radius:0}}
@media(prefers-reduced-motion){*{transition:none}}`;
}
