/**
 * A script that adds to a page which shows everything without it. It is fetched after what the page is drawn with: at
 * the usual priority of a module it would hold up styles and fonts on a slow line.
 */
export function PageScript({ src }: { src: string }) {
  return <script type="module" fetchPriority="low" src={src} />;
}
