/**
 * Brings a block of the canvas before the eyes of whoever just added, moved or chose it elsewhere. Where it already is to be
 * seen nothing moves.
 */
export function showBlock(id: string): void {
  // What was just added is drawn first.
  requestAnimationFrame(() => {
    const inside = document.querySelector<HTMLIFrameElement>('.page-builder-canvas iframe')?.contentDocument;
    const block = inside?.querySelector(`[data-puck-component="${CSS.escape(id)}"]`);
    if (!inside || !block) return;
    const { top, bottom, height } = block.getBoundingClientRect();
    const seen = inside.documentElement.clientHeight;
    if (Math.min(bottom, seen) - Math.max(top, 0) >= Math.min(height, seen / 3)) return;
    // Alone within the canvas: what it stands in must not move.
    inside.defaultView?.scrollBy({
      top: height > seen ? top : top - (seen - height) / 2,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    });
  });
}
