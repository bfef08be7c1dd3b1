import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { compile } from 'svelte/compiler';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedSnippet, type EmbedMode } from '#shared/embed/snippets.ts';
import { ask, composer, launcher } from '#tests/support/visitors/host-pages.ts';
import { openWorld, type World } from '#tests/support/visitors/visitor-setup.ts';

const modules = join(import.meta.dirname, '../../../node_modules');
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The files of a snippet, in the order in which it names them. */
const filesOf = (snippet: string): string[] => snippet.split(/^<!-- (?:index\.html|src\/).*-->\n/m).slice(1);

const asScript = (code: string): string =>
  `<script type="module">${code.replace(/<\/script/g, '<\\/script')}</script>`;

/** An application of Vue with the snippet in it; its compiler in the page is the one of its builds. */
function vueDocument(head: string, component: string): string {
  const library = world.site.document(
    '/libraries/vue-development.js',
    readFileSync(join(modules, 'vue/dist/vue.esm-browser.js'), 'utf8'),
    { 'content-type': 'text/javascript; charset=utf-8' },
  );
  const template = /<template>([\s\S]*)<\/template>/.exec(component)?.[1] ?? '';
  return `<!doctype html><html lang="en"><head><title>App</title>${head}</head><body><div id="app"></div>${asScript(
    `import { createApp } from '${library}'; createApp({ template: ${JSON.stringify(template)} }).mount('#app')`,
  )}</body></html>`;
}

/** An application of Svelte with the snippet in it, built as its owner builds it. */
async function svelteDocument(head: string, component: string): Promise<string> {
  const files: Record<string, string> = {
    'app:main': `import { mount } from 'svelte'; import App from 'app:component'; mount(App, { target: document.body })`,
    'app:component': compile(component, { generate: 'client', filename: 'App.svelte' }).js.code,
  };
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: join(modules, '..'),
    publicDir: false,
    build: { write: false, rollupOptions: { input: 'app:main' } },
    plugins: [{ name: 'app', resolveId: (id) => (id in files ? id : undefined), load: (id) => files[id] }],
  });
  const [output] = 'output' in made ? made.output : [];
  return `<!doctype html><html lang="en"><head><title>App</title>${head}</head><body>${asScript(output?.code ?? '')}</body></html>`;
}

async function open(address: string): Promise<{ page: Page; told: string[] }> {
  const page = await (await world.visitor()).newPage();
  const told: string[] = [];
  page.on('pageerror', (error) => told.push(error.message));
  page.on('console', (message) => message.type() === 'warning' && told.push(message.text()));
  await page.goto(address);
  return { page, told };
}

test.each(
  (['vue', 'svelte'] as const).flatMap((platform) =>
    (['bubble', 'inline'] as const).map((mode: EmbedMode) => [platform, mode] as const),
  ),
)('what is to be pasted into an application of %s shows the agent as %s', async (platform, mode) => {
  const [head = '', component = ''] = filesOf(
    embedSnippet(platform, { origin: world.origin, number: 1, mode }),
  );
  const html = platform === 'vue' ? vueDocument(head, component) : await svelteDocument(head, component);
  const { page, told } = await open(world.site.document(`/apps/${platform}-${mode}`, html));
  if (mode === 'bubble') await launcher(page).click();
  await composer(page).waitFor();
  await ask(page, 'Hello');
  if (mode === 'inline') expect((await page.locator('iframe').boundingBox())?.height).toBe(600);
  expect(told).toEqual([]);
  await page.context().close();
});
