import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { paths, pushWorkerPath } from '#shared/paths.ts';
import { sendText } from '#platform/http/send-text.ts';
import { projectFolder } from './project-folder.ts';
import type { BuiltFiles } from './static-files.ts';

const iconSizes = [192, 512];
const [ground, ink] = ['#36d6b5', '#f7faf9'];

/**
 * What makes the dashboard an app of its own: the worker that tells of what waits, the page about the app
 * that phones install by, and its icons.
 */
export function serveAppFiles(app: FastifyInstance, built: Pick<BuiltFiles, 'pushWorker'>): void {
  // A browser asks for a worker again by itself; it is never to find an old one. It may fetch from here and
  // load nothing.
  app.get(pushWorkerPath, async (request, reply) =>
    sendText(
      request,
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', "default-src 'none'; connect-src 'self'")
        .type('text/javascript; charset=utf-8'),
      built.pushWorker,
    ),
  );

  const manifest = JSON.stringify({
    name: 'Chatelier',
    id: paths.dashboard,
    start_url: paths.dashboard,
    scope: '/',
    display: 'standalone',
    background_color: ink,
    theme_color: ground,
    icons: iconSizes.map((size) => ({
      src: `/app-icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any',
    })),
  });
  app.get('/app.webmanifest', async (request, reply) =>
    sendText(
      request,
      reply.header('cache-control', 'public, max-age=3600').type('application/manifest+json; charset=utf-8'),
      manifest,
    ),
  );

  const drawn = readFileSync(path.join(projectFolder, 'src/apps/web/favicon.svg'));
  const icons = new Map<number, Promise<Buffer>>();
  // Drawing has libraries of its own, which a start need not load.
  async function draw(size: number): Promise<Buffer> {
    const { default: sharp } = await import('sharp');
    return sharp(drawn, { density: (72 * size) / 32 })
      .resize(size, size)
      .flatten({ background: ground })
      .png()
      .toBuffer();
  }
  for (const size of iconSizes) {
    app.get(`/app-icon-${size}.png`, async (_request, reply) => {
      const icon = icons.get(size) ?? draw(size);
      icons.set(size, icon);
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('image/png')
        .send(await icon);
    });
  }
}
