import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Item = {
  id: number;
  quantity: number;
};
const money = { currency_code: 'EUR', currency_minor_unit: 2 };
const product = (id: number, name: string, price: string, rest: object = {}) => ({
  id,
  name,
  type: 'simple',
  permalink: `https://shop.example/product/${id}`,
  short_description: '<p>Thrown by <b>hand</b>.</p>',
  prices: { price, regular_price: price, ...money },
  images: [{ src: `https://shop.example/${id}.jpg`, thumbnail: `https://shop.example/${id}-s.jpg` }],
  attributes: [],
  is_in_stock: true,
  is_purchasable: true,
  low_stock_remaining: null,
  ...rest,
});
const mug = product(11, 'Red mug &amp; saucer', '1490', { low_stock_remaining: 3 });
const shirt = product(20, 'Shirt', '2800', { type: 'variable', attributes: [{ name: 'Size' }] });
const sizes = [
  product(21, 'Shirt', '2800', { type: 'variation', parent: 20, variation: 'Size: M' }),
  product(22, 'Shirt', '3000', { type: 'variation', parent: 20, variation: 'Size: L', is_in_stock: false }),
];
const all = [mug, shirt];

/** A WooCommerce shop with its public Store API as it is documented, and a product feed beside it. */
export async function startShopStandIn() {
  const carts = new Map<string, Item[]>();
  let feed = 'id,title,price,link,availability\nF1,Blue teapot,39 EUR,https://shop.example/f1,in_stock\n';
  const send = (response: ServerResponse, status: number, value: unknown, headers: object = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
  const shown = (items: Item[]) => {
    const lines = items.map(({ id, quantity }) => {
      const one = [...all, ...sizes].find((each) => each.id === id) ?? mug;
      return { one, quantity, total: Number(one.prices.price) * quantity };
    });
    return {
      items: lines.map(({ one, quantity, total }) => ({
        key: `key${one.id}`,
        id: one.id,
        quantity,
        name: one.name,
        permalink: one.permalink,
        images: one.images,
        variation: [],
        prices: one.prices,
        totals: { line_total: String(total), line_total_tax: '0', ...money },
      })),
      totals: {
        total_items: String(lines.reduce((sum, { total }) => sum + total, 0)),
        total_items_tax: '0',
        total_discount: '0',
        ...money,
      },
    };
  };
  async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    return text ? (JSON.parse(text) as Record<string, unknown>) : {};
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://shop');
    if (url.pathname === '/feed.csv') {
      response.writeHead(200, { 'content-type': 'text/csv' });
      return void response.end(feed);
    }
    if (url.pathname === '/woo/wp-json/wc/store/v1/products') {
      const [search, type, include] = ['search', 'type', 'include'].map((name) => url.searchParams.get(name));
      if (type === 'variation') return send(response, 200, sizes);
      const found = all.filter(
        ({ id, name }) =>
          (!include || String(id) === include) && name.toLowerCase().includes((search ?? '').toLowerCase()),
      );
      return send(response, 200, [...found, { id: 'odd' }]);
    }
    if (url.pathname.startsWith('/woo/wp-json/wc/store/v1/cart')) {
      const known = request.headers['cart-token'];
      const token = typeof known === 'string' && carts.has(known) ? known : `cart-${carts.size + 1}`;
      const items = carts.get(token) ?? [];
      const body = await bodyOf(request);
      if (url.pathname.endsWith('/add-item')) {
        if (Number(body['quantity']) > 3) return send(response, 400, { code: 'not_enough_stock' });
        items.push({ id: Number(body['id']), quantity: Number(body['quantity']) });
      }
      const at = items.findIndex(({ id }) => `key${id}` === body['key']);
      if (url.pathname.endsWith('/update-item') && items[at]) items[at].quantity = Number(body['quantity']);
      if (url.pathname.endsWith('/remove-item') && at >= 0) items.splice(at, 1);
      carts.set(token, items);
      return send(response, 200, shown(items), { 'cart-token': token });
    }
    if (url.pathname === '/page') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end('<!doctype html><h1>Hello</h1>');
    }
    return send(response, 404, { message: 'Not found' });
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    carts,
    setFeed: (text: string): void => void (feed = text),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ShopStandIn = Awaited<ReturnType<typeof startShopStandIn>>;
