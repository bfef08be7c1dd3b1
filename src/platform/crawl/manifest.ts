import { iconSize } from '#platform/documents/icon-size.ts';

export type Manifest = {
  name: string | null;
  themeColour: string | null;
  icons: { url: string; size: number }[];
};

/** What a website's manifest says about its name, colour and first 30 icons; null for what is none. */
export function readManifest(text: string, url: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as {
      name?: unknown;
      short_name?: unknown;
      theme_color?: unknown;
      icons?: unknown;
    };
    const icons = Array.isArray(manifest.icons)
      ? (manifest.icons as { src?: unknown; sizes?: unknown }[]).slice(0, 30)
      : [];
    const line = (value: unknown) =>
      typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 120) : null;
    return {
      name: line(manifest.short_name) ?? line(manifest.name),
      themeColour: line(manifest.theme_color),
      icons: icons.flatMap((icon) => {
        if (typeof icon?.src !== 'string' || !URL.canParse(icon.src, url)) return [];
        const size = typeof icon.sizes === 'string' ? iconSize(icon.sizes) : null;
        return [{ url: new URL(icon.src, url).href, size: size ?? 192 }];
      }),
    };
  } catch {
    return null;
  }
}
