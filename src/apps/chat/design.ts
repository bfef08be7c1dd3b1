import type { AgentDesign } from '#features/conversations/chat/store/visitor-types.ts';

let shown = 'null';
let sheets: { backdrop: CSSStyleSheet; own: CSSStyleSheet } | null = null;

/** Sheets that script makes are not held back by a strict CSP; what they may load is. */
function ensureSheets(): { backdrop: CSSStyleSheet; own: CSSStyleSheet } {
  if (!sheets) {
    sheets = { backdrop: new CSSStyleSheet(), own: new CSSStyleSheet() };
    document.adoptedStyleSheets.push(sheets.backdrop, sheets.own);
  }
  return sheets;
}

/** Applies the owner's picture and CSS, or takes them away. */
export function applyDesign(design: AgentDesign | undefined): void {
  const next = JSON.stringify(design ?? null);
  if (next === shown) return;
  shown = next;
  const { backdrop, own } = ensureSheets();
  backdrop.replaceSync(backdropRules(design?.background ?? null));
  own.replaceSync(design?.css ?? '');
}

/**
 * The picture behind the messages, veiled in the theme's own tone. Text never stands on the picture itself:
 * what had no ground of its own gets the theme's surface, so that it can be read on any picture.
 */
function backdropRules(background: AgentDesign['background']): string {
  if (!background || !/^\/images\/[\da-f]{32}$/.test(background.url)) return '';
  const veil = `light-dark(rgb(255 255 255 / ${background.overlay}%), rgb(0 0 0 / ${background.overlay}%))`;
  return `
.cw-container { background: linear-gradient(${veil}, ${veil}), url(${background.url}) ${background.x}% ${background.y}% / cover no-repeat var(--cw-surface); }
.cw-container :is(.cw-header, .cw-bottom) { background: var(--cw-surface); }
.cw-container .cw-bottom { padding-top: 12px; }
.cw-page .cw-header { border-radius: 0 0 16px 16px; }
.cw-page .cw-bottom { border-radius: 16px 16px 0 0; }
.cw-container .cw-assistant-message .cw-body { flex: 0 1 auto; padding: 10px 16px; border-radius: 4px 18px 18px 18px; background: var(--cw-surface); }
.cw-container .cw-disclosure { border-radius: 16px; background: var(--cw-surface); }
@media (min-width: 720px) { .cw-container.cw-page.cw-empty .cw-assistant-message .cw-body { padding: 20px 28px; border-radius: 22px; } }
@media (forced-colors: active) { .cw-container { background: Canvas; } }`;
}
