import { describe, expect, test } from 'vitest';
import { processorMs } from '#tests/support/processor-time.ts';
import { StoreError } from '../stores.port.ts';
import { readFeed } from './read-feed.ts';

const base = 'https://shop.example/feed';
const read = (text: string) => readFeed(Buffer.from(text), base);

const merchant = `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
<item><g:id>A1</g:id><g:title>Red mug &amp; saucer</g:title>
<g:description><![CDATA[<p>Hand <b>made</b></p><script>alert(1)</script>]]></g:description>
<g:link>http://shop.example/a1</g:link>
<g:image_link>https://shop.example/a1.jpg</g:image_link>
<g:price>14.90 EUR</g:price><g:sale_price>12.90 EUR</g:sale_price>
<g:availability>in_stock</g:availability><g:product_type>Kitchen &gt; Mugs</g:product_type></item>
<item><g:id>S-1</g:id><g:item_group_id>S</g:item_group_id><g:title>Shirt</g:title>
<g:price>28 EUR</g:price><g:size>S</g:size><g:availability>out of stock</g:availability></item>
<item><g:id>S-2</g:id><g:item_group_id>S</g:item_group_id><g:title>Shirt</g:title>
<g:price>28 EUR</g:price><g:size>M</g:size><g:quantity>2</g:quantity></item>
<item><g:id>B</g:id><g:title>No price</g:title></item>
</channel></rss>`;

describe('a feed', () => {
  test('of Google Merchant gives products with variants, reductions and stock, as plain text', async () => {
    const { products, skipped } = await read(merchant);
    expect(skipped).toBe(1);
    expect(products.map(({ product }) => product)).toEqual([
      {
        id: 'A1',
        name: 'Red mug & saucer',
        text: 'Hand made',
        url: 'https://shop.example/a1',
        picture: 'https://shop.example/a1.jpg',
        currency: 'EUR',
        option: '',
        variants: [{ id: 'A1', name: '', amount: 1_290, before: 1_490, stock: 'in', left: null }],
      },
      expect.objectContaining({
        id: 'S-1',
        variants: [
          { id: 'S-1', name: 'S', amount: 2_800, before: null, stock: 'out', left: null },
          { id: 'S-2', name: 'M', amount: 2_800, before: null, stock: 'low', left: 2 },
        ],
      }),
    ]);
  });

  test('as CSV, with any of the usual separators, or as JSON gives the same', async () => {
    const rows = [
      ['id', 'title', 'price', 'currency', 'link', 'quantity'],
      ['A1', 'Red mug', '14.90', 'EUR', 'https://shop.example/a1', '7'],
    ];
    const [product] = (await read(rows.map((row) => row.join(',')).join('\n'))).products;
    expect(product?.product).toMatchObject({ id: 'A1', variants: [{ amount: 1_490, stock: 'in', left: 7 }] });
    for (const separator of [';', '\t', '|'])
      expect((await read(rows.map((row) => row.join(separator)).join('\r\n'))).products).toEqual([product]);
    const items = [{ id: 'A1', title: 'Red mug', price: 14.9, currency: 'EUR', link: '/a1', quantity: 7 }];
    const json = await read(JSON.stringify({ products: items }));
    expect(json.products[0]?.product).toMatchObject({
      url: 'https://shop.example/a1',
      variants: [{ amount: 1_490 }],
    });
  });

  test('that is a page, empty, broken or too large is refused', async () => {
    for (const text of ['', '<!doctype html><h1>Sign in</h1>', '{"products":', '{"a":1}', '"text"'])
      await expect(read(text), text).rejects.toBeInstanceOf(StoreError);
    await expect(readFeed(new Uint8Array(25_000_001), base)).rejects.toMatchObject({ failure: 'tooLarge' });
  });

  test('cannot grow, dig, or take time beyond its length', async () => {
    const entities = `<!ENTITY a "${'ha'.repeat(50)}"><!ENTITY b "&a;&a;&a;&a;">`;
    const item = '<item><id>1</id><title>&b;&b;</title><price>1 EUR</price></item>';
    const laughs = `<?xml version="1.0"?><!DOCTYPE x [${entities}]><rss>${item}</rss>`;
    const { products } = await read(laughs);
    expect(products[0]?.product.name.length ?? 0).toBeLessThan(40);
    const deep = `<?xml version="1.0"?><rss>${'<a>'.repeat(100_000)}`;
    await expect(read(deep)).rejects.toMatchObject({ failure: 'badAnswer' });
    await expect(read('id,title,price\n2,"unclosed,2 EUR\n')).rejects.toBeInstanceOf(StoreError);
    expect((await read('__proto__,id,title,price\nx,1,Mug,1 EUR\n')).products).toHaveLength(1);
    expect(({} as Record<string, unknown>)['id']).toBeUndefined();
    const many = `id,title,price\n${Array.from({ length: 60_000 }, (_, at) => `${at},Mug ${at},1 EUR`).join('\n')}`;
    const cost = await processorMs(async () => expect((await read(many)).products).toHaveLength(20_000));
    expect(cost).toBeLessThan(15_000);
  });

  test('never gives an address that runs something', async () => {
    const { products } = await read(
      'id,title,price,link,image_link\n1,Mug,1 EUR,javascript:alert(1),data:image/svg+xml;base64,AA',
    );
    expect(products[0]?.product).toMatchObject({ url: null, picture: null });
  });
});
