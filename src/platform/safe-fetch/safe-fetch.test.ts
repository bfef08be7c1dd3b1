import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isOpened, isPublicAddress, readAddressPatterns } from './address-rules.ts';
import { codeOf, innerServiceOfFile } from './__fixtures__/inner-service.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

const service = innerServiceOfFile();

describe('places that the operator opened', () => {
  test('a pattern opens exactly its host and port', async () => {
    expect(
      (
        await service.fetcher({ allowPrivate: [`127.0.0.1:${service.port}`] })(
          `http://127.0.0.1:${service.port}/`,
        )
      ).body.toString(),
    ).toBe('inner secret');
    expect(
      (await service.fetcher({ allowPrivate: ['localhost:*'] })(`http://localhost:${service.port}/`)).status,
    ).toBe(200);
    expect(
      (await service.fetcher({ allowPrivate: ['127.0.0.0/8'] })(`http://127.0.0.1:${service.port}/`)).status,
    ).toBe(200);
    expect((await service.fetcher({ allowPrivate: ['*'] })(`http://127.0.0.1:${service.port}/`)).status).toBe(
      200,
    );
    expect(
      await codeOf(
        service.fetcher({ allowPrivate: [`127.0.0.1:${service.port + 1}`] })(
          `http://127.0.0.1:${service.port}/`,
        ),
      ),
    ).toBe('fetch.address_not_allowed');
    expect(
      await codeOf(
        service.fetcher({ allowPrivate: ['192.168.1.0/24'] })(`http://127.0.0.1:${service.port}/`),
      ),
    ).toBe('fetch.address_not_allowed');
  });

  test('patterns are read strictly', () => {
    const rules = readAddressPatterns(['[::1]:4010', 'fd00::/8', '192.168.1.0/24:8080', 'ollama.lan:11434']);
    expect(isOpened(rules, '127.0.0.1', 4010)).toBe(true);
    expect(isOpened(rules, 'fd12::1', 1)).toBe(true);
    expect(isOpened(rules, '192.168.1.9', 8080)).toBe(true);
    expect(isOpened(rules, '192.168.1.9', 80)).toBe(false);
    expect(isOpened(rules, 'OLLAMA.lan.', 11434)).toBe(true);
    expect(isOpened(rules, 'evil-ollama.lan', 11434)).toBe(false);
    for (const bad of ['', 'http://x', 'host:port', '10.0.0.0/99', 'a:70000'])
      expect(() => readAddressPatterns([bad])).toThrow('Not an address pattern');
  });

  test('ordinary Internet addresses count as public', () => {
    for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4014::200e'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });
});

describe('redirects', () => {
  test('every hop is checked like the first address', async () => {
    const safeFetch = service.fetcher({ allowPrivate: [`127.0.0.1:${service.port}`] });
    for (const target of [
      `http://127.0.0.1:${service.port + 1}/inner`,
      'http://169.254.169.254/latest/',
      'http://[::ffff:127.0.0.1]/',
      'http://2130706433/',
    ]) {
      for (const status of [301, 302, 303, 307, 308]) {
        service.handler = (_request, response) => response.writeHead(status, { location: target }).end();
        expect(await codeOf(safeFetch(`http://127.0.0.1:${service.port}/start`))).toBe(
          'fetch.address_not_allowed',
        );
      }
    }
    for (const target of [
      'file:///etc/passwd',
      'gopher://x/',
      'javascript:alert(1)',
      'http://u:p@127.0.0.1/',
    ]) {
      service.handler = (_request, response) => response.writeHead(302, { location: target }).end();
      expect(await codeOf(safeFetch(`http://127.0.0.1:${service.port}/start`))).toBe('fetch.bad_url');
    }
    expect(new Set(service.hits)).toEqual(new Set(['/start']));
  });

  test('Refresh headers and meta refresh are not followed', async () => {
    service.handler = (_request, response) =>
      response
        .writeHead(200, { refresh: '0; url=/next', 'content-type': 'text/html' })
        .end('<meta http-equiv="refresh" content="0;url=/next">');
    await service.fetcher({ allowPrivate: ['*'] })(`http://127.0.0.1:${service.port}/start`);
    expect(service.hits).toEqual(['/start']);
  });

  test('an endless redirect ends', async () => {
    service.handler = (request, response) => response.writeHead(302, { location: `${request.url}x` }).end();
    expect(await codeOf(service.fetcher({ allowPrivate: ['*'] })(`http://127.0.0.1:${service.port}/r`))).toBe(
      'fetch.too_many_redirects',
    );
    expect(service.hits).toHaveLength(6);
  });

  test('secrets stay with the first origin, and a redirected POST is not repeated', async () => {
    const other = await service.listen('127.0.0.1', 0);
    const otherPort = (other.address() as AddressInfo).port;
    const seen: Record<string, unknown>[] = [];
    service.handler = (request, response) => {
      seen.push({ method: request.method, ...request.headers });
      if (request.url === '/same') response.writeHead(302, { location: '/away' }).end();
      else if (request.url === '/away')
        response.writeHead(307, { location: `http://127.0.0.1:${otherPort}/other` }).end();
      else response.end('ok');
    };
    const safeFetch = service.fetcher({ allowPrivate: ['127.0.0.1:*'] });
    const answer = await safeFetch(`http://127.0.0.1:${service.port}/same`, {
      headers: {
        authorization: 'Bearer secret',
        cookie: 'a=b',
        'x-api-key': 'secret',
        accept: 'text/html',
        host: 'inner',
      },
    });
    expect(answer.url).toBe(`http://127.0.0.1:${otherPort}/other`);
    expect(seen[1]).toMatchObject({ authorization: 'Bearer secret', host: `127.0.0.1:${service.port}` });
    expect(seen[2]).toMatchObject({ accept: 'text/html' });
    expect(JSON.stringify(seen[2])).not.toMatch(/secret|a=b/);
    expect(
      await codeOf(safeFetch(`http://127.0.0.1:${service.port}/same`, { method: 'POST', body: '{}' })),
    ).toBe('fetch.too_many_redirects');
    expect(seen).toHaveLength(4);
    other.close();
  });
});

describe('hostile answers', () => {
  const opened = () => service.fetcher({ allowPrivate: ['*'] });

  test('a compressed bomb is cut by its unpacked size', async () => {
    const zeros = Buffer.alloc(50_000_000);
    const bombs = { gzip: gzipSync(zeros), br: brotliCompressSync(zeros) };
    for (const [encoding, bomb] of Object.entries(bombs)) {
      service.handler = (_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
      const before = process.memoryUsage().rss;
      expect(await codeOf(opened()(`http://127.0.0.1:${service.port}/`, { maxBytes: 1_000_000 }))).toBe(
        'fetch.too_large',
      );
      expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
    }
  });

  test('an endless body is cut, announced or not', async () => {
    service.handler = (_request, response) => {
      const write = () => {
        while (response.writable && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', write);
      write();
    };
    expect(await codeOf(opened()(`http://127.0.0.1:${service.port}/`, { maxBytes: 300_000 }))).toBe(
      'fetch.too_large',
    );
    service.handler = (_request, response) =>
      response.writeHead(200, { 'content-length': '10000000000' }).write('x');
    expect(await codeOf(opened()(`http://127.0.0.1:${service.port}/`))).toBe('fetch.too_large');
  });

  test('huge headers are refused', async () => {
    service.handler = (_request, response) => {
      for (let index = 0; index < 200; index += 1) response.setHeader(`x-${index}`, 'a'.repeat(1_000));
      response.end('x');
    };
    expect(await codeOf(opened()(`http://127.0.0.1:${service.port}/`))).toBe('fetch.too_large');
  });

  test('an address that never answers, or drips its answer, runs into the timeout', async () => {
    service.handler = () => undefined;
    expect(await codeOf(opened()(`http://127.0.0.1:${service.port}/`, { timeoutMs: 80 }))).toBe(
      'fetch.timeout',
    );
    let drip: NodeJS.Timeout | undefined;
    service.handler = (_request, response) => {
      drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    };
    expect(await codeOf(opened()(`http://127.0.0.1:${service.port}/`, { timeoutMs: 120 }))).toBe(
      'fetch.timeout',
    );
    clearInterval(drip);
  });

  test('the caller can stop a request and gets its own reason back', async () => {
    service.handler = () => undefined;
    const aborter = new AbortController();
    const running = opened()(`http://127.0.0.1:${service.port}/`, { signal: aborter.signal });
    aborter.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  test('only the wanted types of content are read', async () => {
    service.handler = (_request, response) =>
      response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8' }).end('<p>');
    expect((await opened()(`http://127.0.0.1:${service.port}/`, { acceptTypes: ['text/html'] })).status).toBe(
      200,
    );
    expect(await codeOf(opened()(`http://127.0.0.1:${service.port}/`, { acceptTypes: ['image/*'] }))).toBe(
      'fetch.bad_type',
    );
  });

  test('a closed port and an unknown name are unreachable', async () => {
    const safeFetch = service.fetcher({
      allowPrivate: ['*'],
      lookup: async () => Promise.reject(new Error('ENOTFOUND')),
    });
    expect(await codeOf(safeFetch('http://nowhere.test/'))).toBe('fetch.unreachable');
    expect(await codeOf(safeFetch('http://127.0.0.1:1/'))).toBe('fetch.unreachable');
    expect(
      await codeOf(
        safeFetch(`http://127.0.0.1:${service.port}/`, { headers: { 'x-a': 'b\r\nInjected: 1' } }),
      ),
    ).toBe('fetch.bad_url');
    expect(service.hits).toEqual([]);
  });
});

describe('other clients', () => {
  test('a library gets a function in the shape of fetch under the same rules', async () => {
    service.handler = (request, response) =>
      void request
        .toArray()
        .then((parts: Buffer[]) =>
          response.writeHead(201, { 'x-seen': String(request.headers['x-key']) }).end(Buffer.concat(parts)),
        );
    const asFetch = service
      .fetcher({ allowPrivate: [`127.0.0.1:${service.port}`] })
      .asFetch({ maxBytes: 1_000 });
    const response = await asFetch(`http://127.0.0.1:${service.port}/`, {
      method: 'POST',
      headers: { 'x-key': 'k' },
      body: '{"a":1}',
    });
    expect([response.status, response.headers.get('x-seen'), await response.json()]).toEqual([
      201,
      'k',
      { a: 1 },
    ]);
    await expect(asFetch('http://169.254.169.254/')).rejects.toThrow('not allowed');
  });

  test('a node:http client can use the checked lookup', async () => {
    const safeFetch = service.fetcher({ lookup: async () => [{ address: '10.0.0.1', family: 4 }] });
    expect(() => safeFetch.assertAllowedUrl('http://127.0.0.1/')).toThrow(SafeFetchError);
    const error = await new Promise((resolve) => safeFetch.lookupFor(80)('inner.test', {}, resolve));
    expect(error).toMatchObject({ code: 'fetch.address_not_allowed' });
  });
});
