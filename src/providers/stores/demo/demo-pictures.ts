import { html, type Html } from '#shared/text/escape-html.ts';
import { demoProduct, type Shape } from './demo-products.ts';

/** The drawing of each kind of thing on a field of 400 by 300; `c` is its colour, `d` the same one darker. */
const drawings: Record<Shape, (c: string, d: string) => Html> = {
  bag: (c, d) =>
    html`<path d="M140 78h120l14 26v142a14 14 0 0 1-14 14H140a14 14 0 0 1-14-14V104z" fill="${c}"/><path d="M140 78h120l14 26H126z" fill="${d}"/><rect x="150" y="140" width="100" height="72" rx="6" fill="#fbf6ee"/><path d="M176 190c14-4 26-16 30-32 8 8 20 8 20 8-4 20-22 34-50 24z" fill="${c}"/><circle cx="216" cy="166" r="2.5" fill="#2b211b"/>`,
  mug: (c, d) =>
    html`<path d="M250 130h24a28 28 0 0 1 0 72h-24" fill="none" stroke="${d}" stroke-width="14"/><path d="M130 96h130v116a30 30 0 0 1-30 30h-70a30 30 0 0 1-30-30z" fill="${c}"/><rect x="124" y="88" width="142" height="16" rx="8" fill="#20262b"/><path d="M148 118v86" stroke="#fff" stroke-opacity=".35" stroke-width="10" stroke-linecap="round"/>`,
  cup: (c, d) =>
    html`<path d="M252 138h16a24 24 0 0 1 0 56h-18" fill="none" stroke="${d}" stroke-width="16"/><path d="M128 104h136l-12 118a24 24 0 0 1-24 22h-64a24 24 0 0 1-24-22z" fill="${c}"/><ellipse cx="196" cy="104" rx="68" ry="14" fill="${d}"/><path d="M134 166h124" stroke="${d}" stroke-width="3"/><circle cx="168" cy="190" r="2" fill="${d}"/><circle cx="206" cy="200" r="2.5" fill="${d}"/><circle cx="226" cy="182" r="2" fill="${d}"/>`,
  cups: (c, d) =>
    html`<ellipse cx="136" cy="226" rx="64" ry="12" fill="${d}"/><path d="M96 156h80l-8 52a18 18 0 0 1-18 16h-28a18 18 0 0 1-18-16z" fill="${c}"/><ellipse cx="136" cy="156" rx="40" ry="9" fill="#4a2d1b"/><ellipse cx="268" cy="226" rx="64" ry="12" fill="${d}"/><path d="M228 156h80l-8 52a18 18 0 0 1-18 16h-28a18 18 0 0 1-18-16z" fill="${c}"/><ellipse cx="268" cy="156" rx="40" ry="9" fill="#4a2d1b"/>`,
  tumbler: (c, d) =>
    html`<path d="M150 92h100l-12 150a14 14 0 0 1-14 13h-48a14 14 0 0 1-14-13z" fill="${c}"/><rect x="140" y="64" width="120" height="30" rx="12" fill="${d}"/><path d="M154 140h92l-3 38h-86z" fill="#e9e2d3"/>`,
  dripper: (c, d) =>
    html`<path d="M110 96h180l-62 92h-56z" fill="${c}" stroke="${d}" stroke-width="4"/><path d="M292 112c26 0 26 44-18 40" fill="none" stroke="${d}" stroke-width="10"/><rect x="150" y="188" width="100" height="14" rx="7" fill="${d}"/><path d="M158 202h84v34a12 12 0 0 1-12 12h-60a12 12 0 0 1-12-12z" fill="#cfe3e0" fill-opacity=".7"/><path d="M162 226h76v12a8 8 0 0 1-8 8h-60a8 8 0 0 1-8-8z" fill="#4a2d1b"/>`,
  box: (c, d) =>
    html`<path d="M110 116l90-34 90 34v108l-90 34-90-34z" fill="${c}"/><path d="M110 116l90 34 90-34M200 150v108" fill="none" stroke="${d}" stroke-width="4"/><path d="M200 82l-90 34 90 34 90-34z" fill="#f6efe0"/>`,
  grinder: (c, d) =>
    html`<path d="M200 74V50h70" fill="none" stroke="${d}" stroke-width="9"/><circle cx="274" cy="50" r="13" fill="#9a3412"/><rect x="158" y="74" width="84" height="180" rx="14" fill="${c}"/><rect x="158" y="150" width="84" height="10" fill="${d}"/><path d="M172 92v140" stroke="#fff" stroke-opacity=".25" stroke-width="8" stroke-linecap="round"/>`,
  kettle: (c, d) =>
    html`<path d="M136 236c-6-70 10-108 64-108s72 38 66 108a14 14 0 0 1-14 12H150a14 14 0 0 1-14-12z" fill="${c}"/><path d="M140 206c-44 0-26-84-66-88" fill="none" stroke="${c}" stroke-width="14"/><path d="M256 140c50-20 58 62 14 66" fill="none" stroke="${d}" stroke-width="14"/><rect x="186" y="104" width="30" height="22" rx="8" fill="#9a3412"/>`,
  press: (c, d) =>
    html`<path d="M200 46v60" stroke="${d}" stroke-width="8"/><circle cx="200" cy="46" r="12" fill="${d}"/><rect x="138" y="100" width="124" height="18" rx="9" fill="${d}"/><path d="M146 118h108v126a12 12 0 0 1-12 12h-84a12 12 0 0 1-12-12z" fill="${c}"/><path d="M254 140h22v82h-22" fill="none" stroke="#20262b" stroke-width="12"/>`,
  scale: (c, d) =>
    html`<rect x="92" y="150" width="216" height="84" rx="14" fill="${c}"/><rect x="112" y="132" width="176" height="20" rx="8" fill="${d}"/><rect x="214" y="172" width="76" height="40" rx="6" fill="#0b1211"/><text x="252" y="199" font-family="monospace" font-size="21" text-anchor="middle" fill="#6be7c9">18.0</text><circle cx="136" cy="192" r="10" fill="${d}"/>`,
  moka: (c, d) =>
    html`<path d="M160 96h84l14 66h-110z" fill="${c}"/><path d="M150 162h106l12 88H138z" fill="${d}"/><rect x="142" y="154" width="122" height="14" rx="5" fill="#6c7277"/><path d="M256 104h30v64" fill="none" stroke="#20262b" stroke-width="12"/><path d="M160 96l-26 16 20 14" fill="${c}"/><rect x="190" y="74" width="24" height="22" rx="6" fill="#20262b"/>`,
  shirt: (c, d) =>
    html`<path d="M156 76l-58 34 22 46 24-12v108h112V144l24 12 22-46-58-34c-8 18-80 18-88 0z" fill="${c}"/><path d="M156 76c8 18 80 18 88 0l-12-4c-10 10-54 10-64 0z" fill="${d}"/><path d="M206 136c10-3 18-10 21-20 6 5 13 5 13 5-2 13-15 22-34 15z" fill="#fbf6ee"/>`,
  gift: (c, d) =>
    html`<rect x="108" y="130" width="184" height="120" rx="8" fill="${c}"/><rect x="98" y="104" width="204" height="34" rx="6" fill="${d}"/><path d="M188 104h24v146h-24z" fill="#f1e3c6"/><path d="M200 104c-50-10-50-50-22-46 18 4 22 30 22 46 0-16 4-42 22-46 28-4 28 36-22 46z" fill="none" stroke="#f1e3c6" stroke-width="9"/>`,
};

/** A colour with each channel at this share. */
function darker(colour: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The picture of a product of the built-in store, as SVG without scripts; null when there is no such product. */
export function demoPicture(slug: string): string | null {
  const product = demoProduct(slug);
  if (!product) return null;
  const drawing = drawings[product.shape](product.colour, darker(product.colour, 0.72));
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="800" height="600"><rect width="400" height="300" fill="#f3ece1"/><ellipse cx="200" cy="258" rx="124" ry="12" fill="#ddd0bd"/>${drawing}</svg>`
    .markup;
}
