/**
 * Takes the pictures of the documentation from the demo: start `npm run demo`, then
 * `node tools/docs-pictures.ts <the owner's link>`. Each screen is saved as `docs/images/<name>.webp`.
 */
import path from 'node:path';
import sharp from 'sharp';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { untilAtRest } from './at-rest.ts';

const folder = path.join(import.meta.dirname, '../docs/images');
const viewport = { width: 1280, height: 800 };

const link = process.argv[2];
if (!link) throw new Error("Say the owner's link that the demo prints");
const { origin } = new URL(link);
const browser = await launchChromium();
const page = await browser.newPage({
  viewport,
  reducedMotion: 'reduce',
  locale: 'en-GB',
  deviceScaleFactor: 1.5,
});
await page.goto(link, { waitUntil: 'load' });
const read = async <T>(address: string): Promise<T> =>
  (await page.request.get(origin + address)).json() as Promise<T>;
const { agents } = await read<{ agents: { id: string; name: string }[] }>('/api/agents');
const { conversations } = await read<{ conversations: { id: string }[] }>(
  '/api/inbox/conversations?search=pictures%20from%20the%20hospital',
);
const { pages } = await read<{ pages: { id: string }[] }>('/api/landing-pages');
const desk = agents.find(({ name }) => name.includes('Alder'))?.id ?? '';
const screens = {
  'demo-inbox': `/dashboard/inbox/${conversations[0]?.id ?? ''}`,
  'demo-editor': `/dashboard/agents/edit/${desk}?section=appearance`,
  'demo-knowledge': `/dashboard/agents/edit/${desk}?section=knowledge`,
  'demo-gaps': '/dashboard/inbox?gaps=open',
  // A month that is over: the one that runs has nothing to show on its first days.
  'demo-payments': '/dashboard/payments?period=lastMonth',
  'demo-landing-page': `/dashboard/landing-pages/${pages[0]?.id ?? ''}`,
};
for (const [name, address] of Object.entries(screens)) {
  await page.goto(origin + address, { waitUntil: 'load' });
  await untilAtRest(page);
  const picture = await page.screenshot();
  await sharp(picture)
    .resize({ width: 1_440 })
    .webp({ quality: 74, effort: 6 })
    .toFile(path.join(folder, `${name}.webp`));
}
await browser.close();
