import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FixtureSite = {
  url: string;
  requests: string[];
  close(): Promise<void>;
};

const pages: Record<string, { title: string; body: string }> = {
  '/': {
    title: 'Atelier Vélo | Bicycle workshop in Gent',
    body: '<h1>Atelier Vélo</h1><p>We repair, rent and build bicycles in the old tram depot of Gent. Walk in with your bike, or book a time on the phone.</p><h2>Why people come back</h2><p>Every repair carries a guarantee of six months. You get a price before we start, and a message when your bike is ready.</p>',
  },
  '/prices': {
    title: 'Prices | Atelier Vélo',
    body: '<h1>Prices</h1><p>A small service costs 45 euros and takes a day. A full service costs 89 euros and takes two days. Repairing a puncture costs 12 euros while you wait.</p><h2>Rental</h2><p>A city bike costs 15 euros a day. An electric bike costs 35 euros a day. The deposit is 100 euros and is given back in full.</p>',
  },
  '/hours': {
    title: 'Opening hours | Atelier Vélo',
    body: '<h1>Opening hours</h1><p>The workshop is open from Tuesday to Friday from 9:00 to 18:00. On Saturday it is open from 10:00 to 16:00. On Sunday and Monday it is closed.</p>',
  },
  '/contact': {
    title: 'Contact | Atelier Vélo',
    body: '<h1>Contact</h1><p>You find us at Tramstraat 12 in 9052 Gent. Call us on +32 9 555 01 42 or write to workshop@atelier-velo.example.</p>',
  },
  '/returns': {
    title: 'Returns | Atelier Vélo',
    body: '<h1>Returns</h1><p>New parts can be returned within thirty days when they were not mounted. Bring the receipt; the money is paid back the way it was paid.</p>',
  },
};

/** A small workshop's website on 127.0.0.1, as an owner would point at. `delayMs` slows every answer down. */
export async function startFixtureSite(options: { delayMs?: number } = {}): Promise<FixtureSite> {
  const requests: string[] = [];
  const links = Object.keys(pages)
    .map((path) => `<a href="${path}">${pages[path]?.title.split(' | ')[0]}</a>`)
    .join(' ');
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    requests.push(path);
    const page = pages[path];
    const answer = (): void => {
      if (!page) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page.title}</title><meta name="description" content="Bicycle workshop and rental in Gent."><meta name="theme-color" content="#1d5fa8"></head><body><nav>${links}</nav><main>${page.body}</main><footer>Atelier Vélo, Gent</footer></body></html>`,
      );
    };
    if (options.delayMs) setTimeout(answer, options.delayMs);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
