import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { startHostSite } from '#tests/support/visitors/host-site.ts';
import { callsAfterOff, collect, watchShift } from './page-scripts.ts';
import { composer, frame, heard, launcher, patient, publishNamed, visitorsOf } from './site-visit.ts';

let app: TestApp;
let vera: TestBrowser;
let browser: Browser;
let site: Awaited<ReturnType<typeof startHostSite>>;
let one: Agent;
let two: Agent;
let secret: string;

beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  [one, two] = [
    await publishNamed(vera, 'Linden'),
    await publishNamed(vera, 'Night Desk', { position: 'bottom-left' }),
  ];
  ({ secret } = await vera.post<{ secret: string }>(`/api/agents/${one.id}/identity`, { scope: 'agent' }));
  site = await startHostSite();
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await app?.close();
});

const visit = visitorsOf(() => ({ app, browser, site }));
const script = (agent: Agent, attributes = '') =>
  `<script async src="${app.url}/widgets/${agent.number}.js?tag=chatelier" ${attributes}></script>`;
const call = <Result>(page: Page, code: string) => page.evaluate(code) as Promise<Result>;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function jwt(claims: object, by = secret): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ exp: Math.floor(Date.now() / 1_000) + 300, ...claims })}`;
  return `${body}.${createHmac('sha256', by).update(body).digest('base64url')}`;
}
const contacts = async () =>
  (
    await vera.get<{
      contacts: { externalId: string | null; name: string; variables: Record<string, string> }[];
    }>('/api/contacts')
  ).contacts;

describe('the API of a page', () => {
  test('takes calls that came before the loader, and says what happens by its events', async () => {
    const early = `<script>
      window.Chatelier = window.Chatelier || { q: [] };
      Chatelier.q.push(
        ['on', 'message', (value) => heard.push('told:' + value.role + ':' + value.text), { text: true }],
        ['send', 'Hello, what can you do?'],
      );
    </script>`;
    const { context, page, foreign } = await visit(collect + early + script(one));
    await frame(page).getByRole('log').getByText('Hello, what can you do?').waitFor();
    await expect
      .poll(async () => (await heard(page)).filter((line) => line.startsWith('message:')).length, patient)
      .toBe(2);
    const lines = await heard(page);
    expect(lines.slice(0, 2)).toEqual(['ready:null', 'open:null']);
    expect(lines.find((line) => line.startsWith('message:'))).toMatch(
      /^message:\{"id":"msg_\w+","role":"visitor"\}$/,
    );
    expect(lines).toContain('told:visitor:Hello, what can you do?');
    expect(lines.some((line) => line.startsWith('told:agent:'))).toBe(true);
    await call(page, 'Chatelier.close()');
    await expect.poll(() => heard(page), patient).toContain('close:null');
    await call(page, 'Chatelier.toggle()');
    await expect.poll(() => launcher(page).count(), patient).toBe(0);
    const calls = await call<number>(page, callsAfterOff);
    expect(calls).toBe(0);
    await call(page, 'Chatelier.destroy()');
    expect(await heard(page)).toContain('destroy:null');
    await expect.poll(() => page.locator('chatelier-launcher, iframe').count()).toBe(0);
    expect(foreign).toEqual([]);
    await context.close();
  });

  test('identifies a visitor by the word of the owner’s server, and warns of a forged one', async () => {
    const { context, page, told } = await visit(collect + script(one));
    await launcher(page).waitFor();
    await call(
      page,
      `Chatelier.identify({ token: ${JSON.stringify(jwt({ sub: 'shop-7', name: 'Anna' }))} });
      Chatelier.setVariables({ plan: 'pro', cart: 3 });
      Chatelier.open()`,
    );
    await expect.poll(() => heard(page), patient).toContain('identify:{"verified":true}');
    await expect
      .poll(async () => (await contacts()).find(({ externalId }) => externalId === 'shop-7'), patient)
      .toMatchObject({ name: 'Anna', variables: { plan: 'pro', cart: '3' } });
    await call(page, `Chatelier.identify({token:${JSON.stringify(jwt({ sub: 'shop-1' }, 'a guess'))}})`);
    await expect
      .poll(() => told.filter((line) => line.startsWith('warning: Chatelier')), patient)
      .toHaveLength(1);
    expect(told.find((line) => line.startsWith('warning: Chatelier'))).toContain('identity.refused');
    expect(await heard(page)).toContain('error:{"code":"identity.refused"}');
    await context.close();
  });

  test('tells a page that asked for it of a lead and of what went wrong', async () => {
    const asking = await publishNamed(
      vera,
      'Asking',
      {},
      { enabled: true, fields: [{ key: 'email', type: 'email', label: '', required: true, options: [] }] },
    );
    const early = `<script>
      window.heard = [];
      window.Chatelier = {
        q: [
          ['on', 'lead', () => heard.push('lead')],
          ['on', 'error', ({ code }) => heard.push('error:' + code)],
          ['open'],
        ],
      };
    </script>`;
    const { context, page } = await visit(early + script(asking));
    await composer(page, 'Asking').fill('Do you deliver?');
    await composer(page, 'Asking').press('Enter');
    await frame(page, 'Asking').getByLabel('Email').fill('anna@shop.example');
    expect(await heard(page)).toEqual([]);
    await frame(page, 'Asking').getByLabel('Email').press('Enter');
    await expect.poll(() => heard(page), patient).toEqual(['lead']);
    /* Its owner has made no secret by which anybody could be identified. */
    await call(page, `Chatelier.identify({token:${JSON.stringify(jwt({ sub: 'shop-1' }))}})`);
    await expect.poll(() => heard(page), patient).toEqual(['lead', 'error:identity.not_set_up']);
    await context.close();
  });

  test('forgets the visitor on reset, and the next one begins anew', async () => {
    const { context, page } = await visit(collect + script(one));
    await launcher(page).click();
    await composer(page).fill('My first words');
    await composer(page).press('Enter');
    await expect
      .poll(async () => (await heard(page)).filter((line) => line.startsWith('message:')).length, patient)
      .toBe(2);
    const token = () =>
      page.evaluate((number) => localStorage.getItem(`chatelier:${number}:token`), one.number);
    const before = await token();
    await call(page, 'Chatelier.reset()');
    await frame(page).getByText('My first words').waitFor({ state: 'detached' });
    await expect.poll(async () => [null, before].includes(await token()), patient).toBe(false);
    await page.reload();
    await launcher(page).click();
    await composer(page).waitFor();
    await expect.poll(() => frame(page).getByText('My first words').count()).toBe(0);
    await context.close();
  });

  test('follows where the owner sends a visitor at the end, over https only', async () => {
    const { context, page } = await visit(collect + script(one));
    await launcher(page).click();
    await composer(page).waitFor();
    const end = (url: string | null) =>
      page
        .frames()
        .find((each) => each.url().includes('/embed'))!
        .evaluate((target) => {
          const about = new URLSearchParams(location.hash.slice(1));
          parent.postMessage(
            { chatelier: 1, frame: about.get('frame'), kind: 'end', value: { url: target } },
            about.get('host')!,
          );
        }, url);
    await end('javascript:heard.push("ran")');
    await expect.poll(() => heard(page), patient).toContain('end:null');
    await expect.poll(() => launcher(page).count(), patient).toBe(1);
    expect(await heard(page)).not.toContain('ran');
    await page.route('https://bye.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'Goodbye' }),
    );
    await end('https://bye.example/thanks');
    await page.waitForURL('https://bye.example/thanks');
    await context.close();
  });
});

describe('where and how an agent stands', () => {
  test('by its layout: words on the button, its place, its size, and no launcher at all with an own button', async () => {
    const placed = await publishNamed(vera, 'Placed', {
      launcherText: 'Ask us',
      offsetX: 40,
      offsetY: 60,
      size: 'compact',
    });
    const hidden = await publishNamed(vera, 'Hidden', { hideLauncher: true });
    const { context, page } = await visit(
      `<a href="#x" data-chatelier-open="${hidden.number}">Talk to us</a>${script(placed)}${script(hidden)}`,
    );
    const button = page.getByRole('button', { name: 'Ask us: Open chat with Placed' });
    const box = (await button.boundingBox())!;
    expect(box).toMatchObject({ height: 56, y: 800 - 60 - 56 });
    expect(box.x + box.width).toBe(1280 - 40);
    expect(box.width).toBeGreaterThan(100);
    await button.click();
    await composer(page, 'Placed').waitFor();
    await expect
      .poll(() => page.locator('iframe[title="Chat with Placed"]').boundingBox(), patient)
      .toMatchObject({ width: 360, height: 560, x: 1280 - 40 - 360 });
    await expect
      .poll(
        async () => (await page.getByRole('button', { name: 'Close chat' }).first().boundingBox())?.width,
        patient,
      )
      .toBe(56);
    await expect.poll(() => page.getByRole('button', { name: /Hidden/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Talk to us' }).click();
    await composer(page, 'Hidden').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await context.close();
  });

  test('with a popup message once a session, not on phones, and not for a day after it was sent away', async () => {
    const inviting = await publishNamed(vera, 'Inviting', {
      popupMessage: 'Hello! <b>Questions?</b>',
      popupDelay: 0,
    });
    const { context, page } = await visit(script(inviting));
    const message = page.getByRole('status').getByRole('button', { name: 'Hello! <b>Questions?</b>' });
    await message.waitFor();
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
    await message.click();
    await composer(page, 'Inviting').waitFor();
    await expect.poll(() => message.count()).toBe(0);
    /* The panel's file is there when the launcher answers the pointer, and so would the message be. */
    const reloaded = async (on: Page) => {
      await on.waitForResponse(/extras\.mjs/, patient).catch(() => undefined);
      await launcher(on, 'Inviting').waitFor();
    };
    await Promise.all([reloaded(page), page.reload()]);
    await expect.poll(() => page.getByRole('status').count()).toBe(0);
    await context.close();

    const other = await visit(script(inviting));
    await other.page.getByRole('button', { name: 'Dismiss message' }).click();
    await other.page.evaluate(() => sessionStorage.clear());
    await Promise.all([reloaded(other.page), other.page.reload()]);
    await expect.poll(() => other.page.getByRole('button', { name: 'Dismiss message' }).count()).toBe(0);
    await other.context.close();

    const phone = await visit(script(inviting), { phone: true });
    await launcher(phone.page, 'Inviting').waitFor();
    expect(
      await phone.page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('panel.mjs')),
      ),
    ).toBe(false);
    await phone.context.close();
  });

  test('inside the page, in the middle of it, and as the whole page, several in any mix', async () => {
    const { context, page } = await visit(
      `<div id="room" data-chatelier-agent="${one.number}" style="height:500px;width:600px"></div>
      ${script(one)}${script(two, 'data-mode="popup" data-delay="0"')}`,
    );
    expect(await page.locator('iframe[title="Chat with Linden"]').boundingBox()).toMatchObject({
      width: 600,
      height: 500,
    });
    await composer(page, 'Night Desk').waitFor();
    const sheet = (await page.locator('iframe[title="Chat with Night Desk"]').boundingBox())!;
    expect(Math.abs(sheet.x + sheet.width / 2 - 640)).toBeLessThan(2);
    await frame(page, 'Night Desk').getByRole('button', { name: 'Close chat' }).click();
    await expect.poll(() => launcher(page, 'Night Desk').count(), patient).toBe(1);
    await composer(page).fill('Asked in the page');
    await composer(page).press('Enter');
    await frame(page).getByRole('button', { name: 'Copy answer' }).waitFor();
    await expect.poll(() => frame(page).getByRole('button', { name: 'Close chat' }).count()).toBe(0);
    /* A single-page app takes the place away and brings it back elsewhere. */
    await page.evaluate((number) => {
      document.getElementById('room')!.remove();
      document.body.insertAdjacentHTML(
        'afterbegin',
        `<section data-chatelier-agent="${number}" style="height:400px"></section>`,
      );
    }, one.number);
    await frame(page).getByRole('log').getByText('Asked in the page').waitFor();
    expect(await page.locator('iframe[title="Chat with Linden"]').boundingBox()).toMatchObject({
      height: 400,
    });
    await context.close();

    const whole = await visit(script(one, 'data-mode="page"'));
    await composer(whole.page).waitFor();
    expect(await whole.page.locator('iframe').boundingBox()).toEqual({
      x: 0,
      y: 0,
      width: 1280,
      height: 800,
    });
    await whole.context.close();
  });

  test('without moving the page and under its policy: a nonce with strict-dynamic and trusted types is enough for all files', async () => {
    const policy = [
      "default-src 'none'",
      "script-src 'nonce-r4nd0m' 'strict-dynamic'",
      "style-src 'nonce-r4nd0m'",
      `frame-src ${app.url}`,
      "require-trusted-types-for 'script'",
    ].join('; ');
    const { context, page, told, foreign } = await visit(
      `<main><h1>Bread</h1><p>Takes time.</p></main>${watchShift}${script(one, 'nonce="r4nd0m"')}`,
      { headers: { 'content-security-policy': policy } },
    );
    await launcher(page).click();
    await composer(page).waitFor();
    await page.evaluate(
      `(${(() => (globalThis as unknown as { Chatelier: { send(text: string): void } }).Chatelier.send('Under a policy')).toString()})()`,
    );
    await frame(page).getByRole('log').getByText('Under a policy').waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBe(0);
    expect(told.filter((line) => /fault|Content Security|TrustedScript/i.test(line))).toEqual([]);
    expect(foreign).toEqual([]);
    await context.close();
  });

  test('opens the hosted page where the policy lets only the first file through', async () => {
    const { context, page } = await visit(script(one), {
      headers: { 'content-security-policy': `script-src ${app.url}/widgets/` },
    });
    const [tab] = await Promise.all([context.waitForEvent('page'), launcher(page).click()]);
    await tab.waitForURL(`${app.url}/widgets/${one.number}`);
    await context.close();
  });
});
