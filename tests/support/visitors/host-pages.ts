import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { reactScript } from './react-page.ts';
import type { World } from './visitor-setup.ts';

const hosts = join(import.meta.dirname, '../../e2e/hosts');

export const launcher = (page: Page) =>
  page.getByRole('button', { name: /^(Open chat with Linden|Close chat)/ });
export const frame = (page: Page) => page.frameLocator('iframe[title="Chat with Linden & Loaf"]');
/** In a chat whose script has come: the field is there before it. */
export const composer = (page: Page) =>
  frame(page).locator('.cw-container:has(.cw-tools)').getByRole('textbox', { name: 'Your message' });
export const inPage = <Result>(page: Page, code: string) => page.evaluate(code) as Promise<Result>;
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const libraries = {
  turbo: '@hotwired/turbo/dist/turbo.es2017-esm.js',
  htmx: 'htmx.org/dist/htmx.min.js',
  vue: 'vue/dist/vue.esm-browser.prod.js',
} as const;

/** Publishes a library of a host as its makers ship it, and gives its address. */
const libraryAddress = (world: World, name: keyof typeof libraries) =>
  world.site.document(
    `/libraries/${name}.js`,
    readFileSync(join(import.meta.dirname, '../../../node_modules', libraries[name]), 'utf8'),
    { 'content-type': 'text/javascript; charset=utf-8' },
  );

/** The document of a page of `tests/e2e/hosts`, with the agent's tag or without it. */
export const hostDocument = (world: World, name: string, hasTag = true) =>
  readFileSync(join(hosts, `${name}.html`), 'utf8')
    .replace('{{tag}}', () => (hasTag ? world.scriptTag() : ''))
    .replace('{{react}}', () => reactScript(world.origin, 'development'))
    .replaceAll('{{origin}}', world.origin)
    .replaceAll(/\{\{library:(turbo|htmx|vue)\}\}/g, (_whole, library: keyof typeof libraries) =>
      libraryAddress(world, library),
    );

/** A page of `tests/e2e/hosts`, as a visitor sees it. */
export async function openHost(
  world: World,
  name: string,
  options: BrowserContextOptions = {},
  headers: Record<string, string> = {},
  before: (page: Page) => Promise<unknown> = async () => undefined,
) {
  const context = await world.visitor(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await before(page);
  const address = world.site.document(`/hosts/${name}`, hostDocument(world, name), headers);
  await page.goto(address);
  return { context, page, faults, address };
}

/** Asks in the open chat and waits for the answer. */
export async function ask(page: Page, question: string) {
  await composer(page).fill(question);
  await composer(page).press('Enter');
  await frame(page).getByRole('button', { name: 'Copy answer' }).last().waitFor();
}
