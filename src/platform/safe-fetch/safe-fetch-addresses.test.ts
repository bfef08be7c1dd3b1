import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { codeOf, innerServiceOfFile } from './__fixtures__/inner-service.ts';
import type { SafeFetchError } from './safe-fetch-error.ts';

const service = innerServiceOfFile();

const privateHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '0177.1',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '0',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '2852039166',
  '0xA9FEA9FE',
  '169.254.1.1',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[::2]',
];
const privateNames = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  'inner.test',
  'metadata.google.internal',
  'db',
];

describe('addresses that people enter', () => {
  test('no private, reserved, translated or oddly written address is ever connected to', async () => {
    // The port of the canary is allowed here, so that the address alone decides.
    const safeFetch = service.fetcher({
      ports: [80, 443, service.port],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    for (const host of [...privateHosts, ...privateNames]) {
      const code = await codeOf(safeFetch(`http://${host}:${service.port}/`, { timeoutMs: 2_000 }));
      expect([host, code]).toEqual([host, 'fetch.address_not_allowed']);
    }
    expect(privateHosts.length + privateNames.length).toBeGreaterThanOrEqual(51);
    expect(service.hits).toEqual([]);
  });

  test('a name with only an IPv6 address, or with one private among public addresses, is refused', async () => {
    const answers = [
      [{ address: '::1', family: 6 }],
      [{ address: '::ffff:127.0.0.1', family: 6 }],
      [
        { address: '1.1.1.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
      [
        { address: '127.0.0.1', family: 4 },
        { address: '2606:4700:4700::1111', family: 6 },
      ],
    ];
    for (const answer of answers) {
      expect(
        await codeOf(
          service.fetcher({ ports: [service.port], lookup: async () => answer })(
            `http://public.test:${service.port}/`,
          ),
        ),
      ).toBe('fetch.address_not_allowed');
    }
    expect(service.hits).toEqual([]);
  });

  test('only http and https addresses without credentials and of a sane length are taken', async () => {
    const safeFetch = service.fetcher({ allowPrivate: ['*'] });
    const addresses = [
      'file:///etc/passwd',
      `gopher://127.0.0.1:${service.port}/_GET`,
      `ftp://127.0.0.1:${service.port}/`,
      'data:text/html,x',
      `dict://127.0.0.1:${service.port}/`,
      'blob:http://x/y',
      `ws://127.0.0.1:${service.port}/`,
      'javascript:alert(1)',
      `http://user:pass@127.0.0.1:${service.port}/`,
      `http://public.test@127.0.0.1:${service.port}/`,
      '',
      'nonsense',
      '//127.0.0.1/',
      'http://',
      `http://127.0.0.1:${service.port}/${'a'.repeat(1_000_000)}`,
      'http://[fe80::1%25eth0]/',
      'http://127.0.0.1:99999/',
    ];
    for (const address of addresses)
      expect([address.slice(0, 60), await codeOf(safeFetch(address))]).toEqual([
        address.slice(0, 60),
        'fetch.bad_url',
      ]);
    expect(service.hits).toEqual([]);
  });

  test('a public host answers on the web ports only', async () => {
    const safeFetch = service.fetcher({ lookup: async () => [{ address: '1.1.1.1', family: 4 }] });
    for (const address of ['http://1.1.1.1:22/', 'http://public.test:6379/', 'https://public.test:8443/'])
      expect(await codeOf(safeFetch(address))).toBe('fetch.address_not_allowed');
    // An opened range on that port does not open public addresses on it.
    expect(
      await codeOf(
        service.fetcher({
          allowPrivate: ['10.0.0.0/8:6379'],
          lookup: async () => [{ address: '1.1.1.1', family: 4 }],
        })('http://public.test:6379/'),
      ),
    ).toBe('fetch.address_not_allowed');
  });

  test('open and closed inner ports are told apart neither by text nor by time', async () => {
    const closed = await service.listen('127.0.0.1', 0);
    const closedPort = (closed.address() as AddressInfo).port;
    await new Promise((resolve) => closed.close(resolve));
    const safeFetch = service.fetcher({ ports: [service.port, closedPort] });
    const outcomes = [];
    for (const target of [service.port, closedPort]) {
      const started = performance.now();
      const error = await safeFetch(`http://127.0.0.1:${target}/`).catch((reason: unknown) => reason);
      outcomes.push(String(error));
      expect(performance.now() - started).toBeLessThan(5_000);
    }
    expect(outcomes[0]).toBe(outcomes[1]);
  });

  test('a name that changes its address between two look-ups never leads inside', async () => {
    // 127.0.0.2 stands for the public address, 127.0.0.1 for the inner one.
    const publicServer = await service.listen('127.0.0.2', 0).catch(() => null);
    if (!publicServer) return;
    const publicPort = (publicServer.address() as AddressInfo).port;
    const own = await service.listen('127.0.0.1', publicPort);
    service.handler = (request, response) => {
      response.setHeader('connection', 'close');
      response.end(request.socket.localAddress);
    };
    let turn = 0;
    const safeFetch = service.fetcher({
      allowPrivate: [`127.0.0.2:${publicPort}`],
      lookup: async () => {
        turn += 1;
        return [{ address: turn % 2 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
      },
    });
    const answers = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      answers.add(
        await safeFetch(`http://rebind.test:${publicPort}/`).then(
          (answer) => answer.body.toString(),
          (error: unknown) => (error as SafeFetchError).code,
        ),
      );
    }
    expect([...answers].sort()).toEqual(['127.0.0.2', 'fetch.address_not_allowed']);
    publicServer.close();
    own.close();
  });
});
