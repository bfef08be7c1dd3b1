import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A customer's site on another origin (and another site: `localhost` against `127.0.0.1`). */
export async function startHostSite() {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const found = pages.get(new URL(request.url ?? '/', 'http://host').pathname);
    if (!found) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...found.headers }).end(found.html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    /** Publishes a page and gives its address. */
    page(path: string, body: string, headers: Record<string, string> = {}) {
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Linden &amp; Loaf</title></head><body>${body}</body></html>`;
      pages.set(path, { html, headers });
      return origin + path;
    },
    /** Publishes a whole document under an address of its own. */
    document(path: string, html: string, headers: Record<string, string> = {}) {
      pages.set(path, { html, headers });
      return origin + path;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
