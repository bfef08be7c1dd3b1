/** Where sites are made, as far as there are words for it. */
export const sitePlatforms = [
  'html',
  'wordpress',
  'shopify',
  'wix',
  'squarespace',
  'webflow',
  'framer',
  'gtm',
  'react',
  'nextjs',
  'vue',
  'svelte',
] as const;
export type SitePlatform = (typeof sitePlatforms)[number];
/** How an agent shows on a page. */
export const embedModes = ['bubble', 'inline', 'popup', 'page'] as const;
export type EmbedMode = (typeof embedModes)[number];

type Place = {
  origin: string;
  number: number;
  mode?: EmbedMode;
};

const scriptUrl = ({ origin, number }: Place) => `${origin}/widgets/${number}.js?tag=chatelier`;

/** The line that puts an agent on a site, for a mode other than the bubble with what it needs. */
export function embedTag(place: Place): string {
  const { mode = 'bubble', number } = place;
  if (mode === 'inline')
    return `<div data-chatelier-agent="${number}" style="height: 600px"></div>\n<script async src="${scriptUrl(place)}"></script>`;
  const attribute = mode === 'bubble' ? '' : ` data-mode="${mode}"`;
  return `<script async src="${scriptUrl(place)}"${attribute}></script>`;
}

/** The element of an agent, for pages with `/embed/chatelier.mjs`. */
export function embedElement({ number, mode = 'bubble' }: Omit<Place, 'origin'>): string {
  const chosen = mode === 'bubble' ? '' : ` mode="${mode}"`;
  const height = mode === 'inline' ? ' style="height: 600px"' : '';
  return `<chatelier-agent number="${number}"${chosen}${height}></chatelier-agent>`;
}

/** The line that teaches a page the element. */
export const elementScript = (origin: string): string =>
  `<script type="module" src="${origin}/embed/chatelier.mjs"></script>`;

/** What is pasted on a platform. */
export function embedSnippet(platform: SitePlatform, place: Place): string {
  const { origin, number, mode = 'bubble' } = place;
  const chosen = mode === 'bubble' ? '' : ` mode="${mode}"`;
  if (platform === 'react') {
    return `// Once, beside your code: curl -o src/chatelier.mjs ${origin}/embed/react.mjs
// With TypeScript, too:    curl -o src/chatelier.d.mts ${origin}/embed/react.d.mts
import { ChatelierAgent } from './chatelier.mjs';

export default function App() {
  return (
    <>
      {/* your app */}
      <ChatelierAgent origin="${origin}" number={${number}}${chosen} />
    </>
  );
}`;
  }
  if (platform === 'nextjs') {
    const place =
      mode === 'inline' ? `\n        <div data-chatelier-agent="${number}" style={{ height: 600 }} />` : '';
    const attribute = mode === 'bubble' || mode === 'inline' ? '' : ` data-mode="${mode}"`;
    return `// app/layout.tsx
import Script from 'next/script';

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}${place}
        <Script src="${origin}/widgets/${number}.js?tag=chatelier"${attribute} strategy="afterInteractive" />
      </body>
    </html>
  );
}`;
  }
  if (platform === 'vue')
    return `<!-- index.html, in <head> -->
${elementScript(origin)}

<!-- src/App.vue -->
<template>
  <!-- your app -->
  ${asDynamic(embedElement({ number, mode }))}
</template>`;
  if (platform === 'svelte')
    return `<!-- index.html (SvelteKit: src/app.html), in <head> -->
${elementScript(origin)}

<!-- src/App.svelte (SvelteKit: src/routes/+layout.svelte) -->
<!-- your app -->
${embedElement({ number, mode })}`;
  return embedTag(place);
}

/** Vue would look for a component of an element's name, unless it is given as a value. */
const asDynamic = (element: string): string =>
  element
    .replace('<chatelier-agent', `<component :is="'chatelier-agent'"`)
    .replace('></chatelier-agent>', ' />');
