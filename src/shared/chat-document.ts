import { chatFirstView, type ChatFirstView } from './chat-first-view.ts';
import { escapeHtml } from './escape-html.ts';

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
  /** Further head tags, already escaped (canonical address, robots, social cards). */
  head?: string;
};

/** Names of the built files, relative to `dist/chat/`. */
export type ChatAssets = { script: string; styles: string[]; preload: string[]; /** Loaded by agents with a look of their own. */ design?: string };

type ManifestChunk = { file: string; isEntry?: boolean; css?: string[]; imports?: string[]; dynamicImports?: string[] };

/** Reads what a page of the chat needs out of `dist/chat/manifest.json`. */
export function chatAssets(manifest: Record<string, ManifestChunk>): ChatAssets {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('dist/chat/manifest.json names no entry; build the chat first');
  /* The markdown reader (a dynamic import) is not preloaded: on a thin line it would take its share from the script that shows the composer. */
  const files = (entry.imports ?? []).map((key) => manifest[key]?.file);
  const design = manifest['src/apps/chat/design.ts']?.file;
  return { script: entry.file, styles: entry.css ?? [], preload: files.filter((file) => file !== undefined), ...(design ? { design } : {}) };
}

/** JSON that can't end the script element it stands in. */
const safeJson = (value: object) => JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The HTML of a hosted page, an embed frame or a preview. It needs `script-src 'self'` and `style-src 'self'` only. */
export function chatDocument({ boot, language, title, description, initialTheme, color, assetBase, assets, head = '' }: ChatDocument): string {
  const at = (file: string) => escapeHtml(assetBase + file);
  return `<!doctype html>
<html lang="${escapeHtml(language)}" data-theme="${initialTheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escapeHtml(title)}</title>
${description ? `<meta name="description" content="${escapeHtml(description)}">\n` : ''}${color ? `<meta name="theme-color" content="${escapeHtml(color)}">\n` : ''}${assets.styles.map((file) => `<link rel="stylesheet" href="${at(file)}">\n`).join('')}<script type="module" src="${at(assets.script)}"></script>
${assets.preload.map((file) => `<link rel="modulepreload" href="${at(file)}">\n`).join('')}${head}</head>
<body>
<div id="chatelier-chat">${chatFirstView(boot)}</div>
<noscript>${escapeHtml(title)}</noscript>
<script type="application/json" id="chatelier-boot">${safeJson(boot)}</script>
</body>
</html>
`;
}
