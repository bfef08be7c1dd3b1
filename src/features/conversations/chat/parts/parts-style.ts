/** The look of an answer's parts. It comes with them, so that a chat without them loads none of it. */
export const partsStyle = `
.cw-parts > * + *, .cw-prose + .cw-parts, .cw-parts + .cw-typing { margin-top: 12px; }
.cw-part { max-width: 440px; }
.cw-part-frame { border: 1px solid var(--cw-line); border-radius: 14px; background: var(--cw-raised); overflow: hidden; }
.cw-part-picture { position: relative; display: block; aspect-ratio: 16 / 10; background: var(--cw-sunken); overflow: hidden; }
.cw-part-picture img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; transition: opacity 0.2s ease-out; }
.cw-part-picture-whole img { object-fit: contain; }
.cw-part-picture-waiting::after { content: ''; position: absolute; inset: 0; background: linear-gradient(100deg, transparent 30%, var(--cw-line) 50%, transparent 70%); background-size: 250% 100%; animation: cw-shimmer 1.4s linear infinite; }
.cw-part-picture-waiting img { opacity: 0; }
@keyframes cw-shimmer { from { background-position: 180% 0; } to { background-position: -70% 0; } }
.cw-part-picture-missing { position: absolute; inset: 0; display: flex; align-items: center; justify-content: center; padding: 16px; text-align: center; font-size: 13px; color: var(--cw-muted); }
.cw-part figcaption { padding: 8px 14px 10px; font-size: 13.5px; line-height: 1.45; color: var(--cw-muted); }
.cw-video { position: relative; aspect-ratio: 16 / 9; background: #101816; }
.cw-video > * { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
.cw-container .cw-video-cover { display: block; padding: 0; border-radius: 0; color: #fff; text-align: left; background: linear-gradient(150deg, color-mix(in oklab, var(--cw-brand) 45%, #101816), #101816 75%); }
.cw-video-cover .cw-part-picture { position: absolute; inset: 0; aspect-ratio: auto; background: none; }
.cw-video-cover .cw-part-picture-missing { display: none; }
.cw-video-play { position: absolute; top: 50%; left: 50%; display: grid; place-items: center; width: 60px; height: 60px; margin: -38px 0 0 -30px; border-radius: 50%; background: var(--cw-brand); color: var(--cw-on-brand); box-shadow: 0 6px 24px #0006; transition: transform 0.14s ease-out; }
.cw-video-play svg { margin-left: 4px; fill: currentColor; }
.cw-video-cover:hover .cw-video-play { transform: scale(1.06); }
.cw-video-words { position: absolute; inset: auto 0 0; padding: 28px 14px 10px; background: linear-gradient(transparent, #000b 60%); font-size: 14px; line-height: 1.4; font-weight: 600; }
.cw-video-words small { display: block; font-size: 12px; font-weight: 400; color: #e6ecea; }
.cw-part-card { display: flex; flex-direction: column; max-width: 320px; height: 100%; }
.cw-part-card .cw-part-picture { aspect-ratio: 16 / 9; flex: none; }
.cw-part-words { flex: 1; padding: 12px 14px 14px; min-width: 0; }
.cw-part-title { font-size: 15px; line-height: 1.4; font-weight: 650; letter-spacing: -0.01em; }
.cw-part-title a { color: inherit; text-decoration: none; }
.cw-part-title a:hover { text-decoration: underline; text-underline-offset: 3px; }
.cw-part-title .cw-icon { vertical-align: -2px; margin-left: 4px; color: var(--cw-muted); }
.cw-part-text { margin-top: 4px; font-size: 14px; line-height: 1.5; color: var(--cw-muted); white-space: pre-line; }
.cw-part-actions { display: flex; flex-direction: column; gap: 8px; padding: 0 14px 14px; list-style: none; }
.cw-container .cw-part-button { display: flex; align-items: center; justify-content: center; gap: 6px; width: 100%; min-height: 40px; padding: 8px 14px; border: 1px solid var(--cw-tint-line); border-radius: 10px; background: var(--cw-tint); color: var(--cw-text); font-size: 14px; line-height: 1.35; font-weight: 550; text-align: center; text-decoration: none; }
.cw-container .cw-part-button:hover { border-color: var(--cw-ink); }
.cw-container .cw-part-button[aria-disabled='true'] { cursor: default; color: var(--cw-muted); border-color: var(--cw-line); background: var(--cw-sunken); }
.cw-part-buttons > p { margin-bottom: 8px; }
.cw-part-buttons ul { display: flex; flex-wrap: wrap; gap: 8px; padding: 0; list-style: none; }
.cw-part-buttons li { max-width: 100%; }
.cw-part-buttons .cw-part-button { width: auto; border-radius: 20px; padding-inline: 16px; }
.cw-part-carousel { max-width: 100%; }
.cw-part-carousel > p { margin-bottom: 8px; font-weight: 600; }
.cw-carousel-track { display: flex; gap: 12px; margin: 0 calc(var(--cw-gutter) * -1) 0 -4px; padding: 4px var(--cw-gutter) 4px 4px; overflow-x: auto; scroll-snap-type: x mandatory; scroll-padding-left: 4px; overscroll-behavior-x: contain; scrollbar-width: none; list-style: none; }
.cw-carousel-track > li { flex: 0 0 min(248px, 84%); scroll-snap-align: start; }
.cw-carousel-bar { display: flex; align-items: center; gap: 4px; margin-top: 6px; font-size: 13px; color: var(--cw-muted); font-variant-numeric: tabular-nums; }
.cw-carousel-bar[hidden] { display: none; }
.cw-carousel-bar .cw-icon-button { width: 36px; height: 36px; border: 1px solid var(--cw-line); border-radius: 50%; background: var(--cw-raised); color: var(--cw-text); }
.cw-carousel-bar .cw-icon-button[aria-disabled='true'] { color: var(--cw-muted); opacity: 0.5; cursor: default; }
.cw-carousel-bar span { min-width: 64px; text-align: center; }
.cw-part-product { display: flex; max-width: 380px; }
.cw-part-product .cw-part-picture { flex: 0 0 112px; aspect-ratio: auto; min-height: 112px; }
.cw-part-price { margin-top: 2px; font-size: 16px; font-weight: 650; font-variant-numeric: tabular-nums; }
.cw-part-form { max-width: 380px; padding: 16px; background: var(--cw-sunken); }
.cw-part-form fieldset { display: grid; gap: 12px; min-width: 0; margin: 0; padding: 0; border: 0; }
.cw-part-form legend { padding: 0; margin-bottom: 4px; }
.cw-part-form label { display: grid; gap: 4px; font-size: 14px; font-weight: 550; }
.cw-part-field { display: grid; gap: 4px; min-width: 0; }
.cw-part-field p { font-size: 13.5px; line-height: 1.4; color: var(--cw-danger); }
.cw-part-form label small { font-size: 12.5px; font-weight: 400; color: var(--cw-muted); }
.cw-part-form :is(input:not([type='checkbox']), textarea, select) { width: 100%; min-height: 42px; padding: 8px 12px; border: 1px solid var(--cw-edge); border-radius: 10px; background: var(--cw-surface); color: var(--cw-text); font: 400 16px/1.4 var(--cw-font); }
.cw-container .cw-part-form :is(input, textarea, select):focus-visible { outline: 2px solid var(--cw-ink); outline-offset: 1px; }
.cw-part-form textarea { resize: vertical; min-height: 84px; }
.cw-part-form .cw-part-check { display: flex; align-items: center; gap: 10px; min-height: 32px; }
.cw-part-check input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--cw-ink); }
.cw-part-form .cw-solid-button { justify-self: start; min-height: 40px; padding: 8px 18px; border-radius: 20px; }
.cw-part-form fieldset:disabled { opacity: 0.75; }
.cw-own-form { max-width: 400px; padding: 16px; display: grid; gap: 12px; }
.cw-own-form-open { max-width: 100%; }
.cw-own-form-head { display: flex; gap: 12px; min-width: 0; }
.cw-own-form-head > div { min-width: 0; align-self: center; }
.cw-own-form-mark { flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 10px; background: var(--cw-tint); color: var(--cw-ink); }
.cw-own-form-body[hidden] { display: none; }
.cw-own-form .cw-solid-button, .cw-own-form .cw-quiet-button { justify-self: start; min-height: 40px; padding: 8px 18px; border-radius: 20px; }
.cw-own-form .cw-solid-button[aria-disabled='true'] { opacity: 0.6; cursor: default; }
.cw-own-form-news { font-size: 14px; line-height: 1.5; color: var(--cw-muted); }
.cw-part-sent { display: flex; align-items: center; gap: 6px; font-size: 14px; color: var(--cw-ink); }
.cw-part-file { display: inline-flex; align-items: center; gap: 12px; max-width: 100%; padding: 10px 16px 10px 12px; color: var(--cw-text); text-decoration: none; line-height: 1.4; }
.cw-part-file:hover { border-color: var(--cw-edge); }
.cw-part-file > span { min-width: 0; font-size: 14px; font-weight: 550; }
.cw-part-file small { display: block; font-size: 12.5px; font-weight: 400; color: var(--cw-muted); }
@media (pointer: coarse) {
  .cw-container .cw-part-button, .cw-part-form .cw-solid-button, .cw-own-form .cw-button { min-height: 44px; }
  .cw-carousel-bar .cw-icon-button { width: 44px; height: 44px; }
}
@media (max-width: 380px) { .cw-video-play { width: 46px; height: 46px; margin: -40px 0 0 -23px; } .cw-part-product .cw-part-picture { flex-basis: 88px; } }
@media (forced-colors: active) { .cw-video-play, .cw-part-button { border: 1px solid; } }
`;
