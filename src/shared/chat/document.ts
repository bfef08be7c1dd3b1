import { chatFirstView, type ChatFirstView } from './first-view.ts';
import { html, jsonInScript, type Html } from '../text/escape-html.ts';

/** What the server says about one page of the chat. */
export type ChatDocument = {
  /** The boot data, see `boot.ts`. */
  boot: ChatFirstView & Record<string, unknown>;
  language: string;
  title: string;
  description?: string;
  initialTheme: 'light' | 'dark' | 'auto';
  /** Brand colour for the browser's own bars. */
  color?: string;
  /** Address of the folder `dist/chat/`, with a slash at its end. */
  assetBase: string;
  assets: ChatAssets;
  /** Further head tags (canonical address, robots, social cards). */
  head?: Html | readonly Html[];
  /** Stands before the chat's own script, and runs before it. */
  first?: Html | false;
};

/** Names of the built files, relative to `dist/chat/`. */
export type ChatAssets = {
  script: string;
  styles: string[];
  preload: string[];
  /** Loaded by agents with a look of their own. */
  design?: string;
};

type ManifestChunk = {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
};

/** Reads what a page of the chat needs out of `dist/chat/manifest.json`. */
export function chatAssets(manifest: Record<string, ManifestChunk>): ChatAssets {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('dist/chat/manifest.json names no entry; build the chat first');
  /*
   * The markdown reader (a dynamic import) is not preloaded: on a thin line it would take its share from the
   * script that shows the composer.
   */
  const files = (entry.imports ?? []).map((key) => manifest[key]?.file);
  const design = manifest['src/apps/chat/design.ts']?.file;
  return {
    script: entry.file,
    styles: entry.css ?? [],
    preload: files.filter((file) => file !== undefined),
    ...(design ? { design } : {}),
  };
}

/**
 * The HTML of a hosted page, an embed frame or a preview. It needs `script-src 'self'` and `style-src 'self'`
 * only.
 */
export function chatDocument({
  boot,
  language,
  title,
  description,
  initialTheme,
  color,
  assetBase,
  assets,
  head,
  first = false,
}: ChatDocument): string {
  const at = (file: string): string => assetBase + file;
  const tags = [
    description && html`<meta name="description" content="${description}">\n`,
    color && html`<meta name="theme-color" content="${color}">\n`,
    first,
    ...assets.styles.map((file) => html`<link rel="stylesheet" href="${at(file)}">\n`),
    html`<script type="module" src="${at(assets.script)}"></script>\n`,
    ...assets.preload.map((file) => html`<link rel="modulepreload" href="${at(file)}">\n`),
  ].filter((tag) => typeof tag === 'object');
  return html`<!doctype html>
<html lang="${language}" data-theme="${initialTheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${title}</title>
${tags}${head}</head>
<body>
<div id="chatelier-chat">${chatFirstView(boot)}</div>
<noscript><p class="cw-noscript" lang="${language}">${boot.agent.texts['noScript'] ?? title}</p></noscript>
<script type="application/json" id="chatelier-boot">${jsonInScript(boot)}</script>
</body>
</html>
`.markup;
}
