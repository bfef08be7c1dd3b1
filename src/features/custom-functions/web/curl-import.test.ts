import { describe, expect, test } from 'vitest';
import { readCurl } from './curl-import.ts';

describe('a pasted cURL command', () => {
  test('becomes method, address, parameters, headers and body; the token is kept apart', () => {
    const read = readCurl(
      `curl -X PUT 'https://shop.example/orders/7?full=1' \\
        -H 'Authorization: Bearer sk_live_1' -H "X-Shop: \\"north\\"" -H 'User-Agent: curl/8' \\
        --data-raw '{"state":"it'"'"'s paid"}'`,
    );
    expect(read).toMatchObject({
      secret: 'sk_live_1',
      http: {
        method: 'PUT',
        url: 'https://shop.example/orders/7',
        query: [{ name: 'full', value: '1' }],
        headers: [{ name: 'X-Shop', value: '"north"' }],
        auth: { type: 'bearer' },
        body: 'json',
      },
    });
    expect(JSON.parse(read!.http.bodyTemplate)).toEqual({ state: "it's paid" });
    expect(JSON.stringify(read!.http)).not.toContain('sk_live_1');
  });

  test('with data is a POST, with -G a GET, with -u a name and password', () => {
    expect(readCurl('curl shop.example/a -d a=1 -d b=2')?.http).toMatchObject({
      method: 'POST',
      url: 'https://shop.example/a',
      body: 'form',
      bodyTemplate: '{\n  "a": "1",\n  "b": "2"\n}',
    });
    expect(readCurl('curl -G https://shop.example/a -d a=1')?.http).toMatchObject({
      method: 'GET',
      query: [{ name: 'a', value: '1' }],
      body: 'none',
    });
    expect(readCurl('curl -uvera:secret https://shop.example')).toMatchObject({
      secret: 'secret',
      http: { auth: { type: 'basic', user: 'vera' } },
    });
    expect(readCurl("curl --request=DELETE --url https://shop.example/1 -H 'X-Api-Key: k'")).toMatchObject({
      secret: 'k',
      http: { method: 'DELETE', auth: { type: 'header', name: 'X-Api-Key' } },
    });
  });

  test.each([
    '',
    'wget https://shop.example',
    "curl 'https://shop.example",
    'curl',
    'curl -X OPTIONS https://shop.example',
    "curl https://shop.example -H 'content-type: application/json' -d '{'",
    `curl https://shop.example/${'x'.repeat(60_000)}`,
  ])('that can not be used is none: %.40s', (command) => {
    expect(readCurl(command)).toBeNull();
  });
});
