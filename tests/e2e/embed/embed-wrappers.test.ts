import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { embedSnippet } from '#shared/embed/snippets.ts';
import { startHostSite } from '#tests/support/visitors/host-site.ts';
import { reactScript } from '#tests/support/visitors/react-page.ts';
import { composer, heard, launcher, patient, publishNamed, visitorsOf } from './site-visit.ts';

let app: TestApp;
let vera: TestBrowser;
let browser: Browser;
let site: Awaited<ReturnType<typeof startHostSite>>;
let one: Agent;

beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  one = await publishNamed(vera, 'Linden');
  site = await startHostSite();
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await app?.close();
});

const visit = visitorsOf(() => ({ app, browser, site }));

describe('the wrappers that the instance serves', () => {
  test('a web component, with its events, leaving nothing behind', async () => {
    const { context, page } = await visit(
      `<script>window.heard=[]</script><script type="module" src="${app.url}/embed/chatelier.mjs"></script><chatelier-agent number="${one.number}" mode="inline" style="height:450px" variables='{"plan":"pro"}'></chatelier-agent><script>for(const name of ['ready','message'])document.querySelector('chatelier-agent').addEventListener(name,()=>heard.push(name))</script>`,
    );
    await composer(page).fill('From the element');
    await composer(page).press('Enter');
    await expect.poll(() => heard(page), patient).toEqual(['ready', 'message', 'message']);
    expect(await page.locator('iframe').boundingBox()).toMatchObject({ height: 450 });
    await page.evaluate(() => document.querySelector('chatelier-agent')!.remove());
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
    // As frameworks do it: placed first, told its number afterwards.
    await page.evaluate(
      (number) =>
        document.body
          .appendChild(document.createElement('chatelier-agent'))
          .setAttribute('number', `${number}`),
      one.number,
    );
    await launcher(page).click();
    await composer(page).waitFor();
    await context.close();
  });

  test('a web component that frameworks tell of the visitor before it is known, and again', async () => {
    const { context, page, told } = await visit(
      `<chatelier-agent number="${one.number}" mode="inline" style="height:450px"></chatelier-agent><script>const element=document.querySelector('chatelier-agent');element.variables={plan:'free',bag:1};element.addEventListener('error',({detail})=>heard.push(detail.code));window.heard=[]</script><script type="module" src="${app.url}/embed/chatelier.mjs"></script>`,
    );
    const variables: unknown[] = [];
    page.on(
      'request',
      (request) =>
        request.url().endsWith('/api/visitor/variables') &&
        variables.push((request.postDataJSON() as { variables: unknown }).variables),
    );
    await composer(page).fill('One');
    await composer(page).press('Enter');
    await expect.poll(() => variables, patient).toEqual([{ plan: 'free', bag: '1' }]);
    const set = (name: string, value: string) =>
      page
        .locator('chatelier-agent')
        .evaluate((element, [key, text]) => element.setAttribute(key!, text!), [name, value]);
    await set('variables', '{"plan":"pro"}');
    await expect.poll(() => variables.length, patient).toBe(2);
    expect(variables[1]).toMatchObject({ plan: 'pro' });
    // Signed in by now; and a framework that made a text of an object.
    await set('token', 'no.token.at-all');
    await expect.poll(() => heard(page), patient).toEqual(['identity.not_set_up']);
    await set('variables', '[object Object]');
    expect(told.filter((text) => /no JSON/.test(text))).toHaveLength(1);
    expect(told.filter((text) => text.startsWith('fault'))).toEqual([]);
    await context.close();
  });

  test('a React component, with React out of the page’s own packages', async () => {
    const { context, page } = await visit(
      `<div id="root"></div><script>window.heard=[]</script>${reactScript(app.url, 'production')}<script type="module">
const {React,createRoot,ChatelierAgent}=await window.reactReady;
const root=createRoot(document.getElementById('root'));
root.render(React.createElement(ChatelierAgent,{origin:'${app.url}',number:${one.number},variables:{plan:'pro'},onMessage:()=>heard.push('message')}));
window.unmount=()=>root.unmount();
</script>`,
    );
    await launcher(page).click();
    await composer(page).fill('From React');
    await composer(page).press('Enter');
    await expect.poll(() => heard(page), patient).toContain('message');
    await page.evaluate(() => (globalThis as unknown as { unmount(): void }).unmount());
    await expect.poll(() => page.locator('chatelier-launcher').count(), patient).toBe(0);
    await context.close();
    // What is to be fetched for it is there, its declarations for pages in TypeScript too.
    const files = embedSnippet('react', { origin: app.url, number: one.number }).match(
      /http\S+mjs|http\S+mts/g,
    );
    expect(files).toHaveLength(2);
    for (const file of files ?? [])
      expect(await (await fetch(file)).text()).toMatch(/export[^\n]*ChatelierAgent/);
  });
});
