import { describe, expect, test } from 'vitest';
import { fillAddress, fillJson, fillLine, originOf, PlaceError, placesIn } from './templates.models.ts';

const address = (template: string, values: Record<string, unknown> = {}, query: [string, string][] = []) =>
  fillAddress(
    template,
    query.map(([name, value]) => ({ name, value })),
    values,
  ).href;

describe('an address', () => {
  test('takes values into its path and its parameters', () => {
    expect(
      address('https://shop.example/orders/{{id}}/lines?full={{full}}', { id: 'A 7/8', full: true }, [
        ['mail', '{{contact.email}}'],
        ['missing', '{{nothing}}'],
        ['fixed', 'yes'],
      ]),
    ).toBe('https://shop.example/orders/A%207%2F8/lines?full=true&fixed=yes');
  });

  test.each(['..', '.', '%2e%2e', '', null])('is not left by the value %j', (id) => {
    expect(() => address('https://shop.example/orders/{{id}}/lines', { id })).toThrow(PlaceError);
  });

  test.each(['../admin', '..\\admin', '@evil.example/', '//evil.example', 'x?y=1#z', '%2e%2e/admin'])(
    'keeps %j within its segment',
    (id) => {
      const url = new URL(address('https://shop.example/orders/{{id}}', { id }));
      expect([url.host, url.pathname.split('/').length, url.search, url.hash]).toEqual([
        'shop.example',
        3,
        '',
        '',
      ]);
    },
  );

  test('has its host without places and without a name to sign in', () => {
    expect(originOf('https://shop.example:8443/{{id}}')).toBe('https://shop.example:8443');
    for (const wrong of [
      'https://{{host}}/x',
      'https://shop.{{host}}/x',
      'https://user:pass@shop.example/',
      'https://shop.example\\@evil.example/',
      'ftp://shop.example/',
      '/orders',
      '{{url}}',
      '',
    ])
      expect([wrong, originOf(wrong)]).toEqual([wrong, wrong.includes('\\') ? 'https://shop.example' : null]);
  });
});

test('a header takes no line breaks', () => {
  expect(fillLine('Order {{id}}', { id: 7 })).toBe('Order 7');
  expect(() => fillLine('{{id}}', { id: 'x\r\nset-cookie: a=b' })).toThrow(PlaceError);
});

test('a body keeps the kinds of its values, and a value never breaks out of its string', () => {
  const template = { id: '{{id}}', note: 'For {{name}}', lines: ['{{lines}}'], gone: '{{gone}}', n: 1 };
  expect(
    fillJson(template, { id: 7, name: '","admin":true,"x":"', lines: [{ sku: 'a' }], __proto__: null }),
  ).toEqual({ id: 7, note: 'For ","admin":true,"x":"', lines: [[{ sku: 'a' }]], n: 1 });
});

test('places are found once each', () => {
  expect(placesIn('{{a}} {{ a }} {{contact.email}} {b} {{9}} {{constructor}}')).toEqual([
    'a',
    'contact.email',
    'constructor',
  ]);
  expect(fillLine('{{constructor}}', {})).toBe('');
});
