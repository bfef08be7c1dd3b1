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

/** What is pasted on a platform. */
export function embedSnippet(platform: SitePlatform, place: Place): string {
  const { origin, number, mode = 'bubble' } = place;
  const chosen = mode === 'bubble' ? '' : ` mode="${mode}"`;
  if (platform === 'react') {
    return `// Once, beside your code: curl -o src/chatelier.mjs ${origin}/embed/react.mjs
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
  return embedTag(place);
}
