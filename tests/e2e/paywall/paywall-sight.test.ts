import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import {
  month,
  offerOf,
  once,
  pack,
  PaywallStandIn,
  usedUp,
  wallOf,
  year,
} from '#tests/support/payments/paywall-stand-in.ts';
import {
  accessibilityFaults,
  openWorld,
  publicAgent,
  resizeTo,
  visitorTexts,
  type World,
} from '#tests/support/visitors/visitor-setup.ts';

let world: World;
beforeAll(async () => {
  const agents = languages.map(
    (language, at) =>
      [at + 1, publicAgent({ number: at + 1, language, texts: visitorTexts(language) })] as const,
  );
  const closed = publicAgent({ number: 7, closed: 'We are on holiday until Monday.' });
  world = await openWorld({ ...Object.fromEntries(agents), 7: closed });
});
afterAll(() => world.close());

const [desk, phone] = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
];
const large = offerOf({
  id: 'large',
  messages: 500,
  title: 'Large',
  base: 3_306,
  subtotal: 3_306,
  tax: 694,
  total: 4_000,
  isRecommended: true,
});
const words = 'Ask as much as you need for your whole project, whenever you like. '.repeat(4);
const single = wallOf({ offers: [month], hasCoupons: true, description: words });
const several = wallOf({ offers: [pack, large, month, year, once], hasCoupons: true, description: words });

/** Asks what must be paid for, so that the wall comes. */
async function reachWall(frame: Frame): Promise<void> {
  await frame.locator('.cw-container:has(.cw-tools) .cw-field textarea').fill('Which bread keeps longest?');
  await frame.locator('.cw-field textarea').press('Enter');
  await frame.locator('.cw-pay').waitFor();
  // The question came into view above it.
  await frame.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/** Waits until the wall stands still, and says where it never is whole in sight. */
const expectInSight = (frame: Frame, where: string): Promise<void> =>
  expect.poll(() => hidden(frame), { message: where }).toEqual([]);

/**
 * What of the wall is not whole in sight without scrolling, or covered by something else; empty when all is
 * well.
 */
const hidden = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const body = document.querySelector('.cw-wall-body');
    const question = document.querySelector('.cw-waiting .cw-bubble');
    const sheet = document.querySelector('.cw-wall');
    if (!body || !question || !sheet) return ['not drawn yet'];
    const isSingle = document.querySelector('.cw-choice') === null;
    // A list of offers brings the recommended one into sight by itself.
    const faults = !isSingle || body.scrollTop === 0 ? [] : ['scrolled'];
    if (body.scrollWidth > body.clientWidth || document.documentElement.scrollWidth > innerWidth)
      faults.push('too wide');
    const asked = question.getBoundingClientRect();
    if (asked.bottom > sheet.getBoundingClientRect().top) faults.push('the question is covered');
    const price = document.querySelector('.cw-choice-on .cw-choice-price b, .cw-price-big b');
    const tax = document.querySelector('.cw-tax summary');
    // Several offers may be more than a phone shows at once; what is chosen is among what it shows.
    const wanted = {
      price,
      email: document.querySelector('#cw-pay-email'),
      button: document.querySelector('.cw-pay'),
    };
    for (const [name, element] of Object.entries({ ...wanted, ...(isSingle ? { tax } : {}) })) {
      const box = element?.getBoundingClientRect();
      if (!box) faults.push(`no ${name}`);
      else {
        const corners = [
          [box.left + 3, box.top + 3],
          [box.right - 3, box.bottom - 3],
        ] as const;
        const isSeen = corners.every(([x, y]) => {
          const top = document.elementFromPoint(x, y);
          return (
            top &&
            (element!.contains(top) || top.contains(element!) || top.closest('label')?.contains(element!))
          );
        });
        if (!isSeen || box.top < 0 || box.bottom > innerHeight)
          faults.push(`${name} at ${Math.round(box.top)}–${Math.round(box.bottom)}`);
      }
    }
    // What stands in a rounded corner and has a colour would make it square.
    const isPainted = (element: Element | null | undefined): boolean =>
      !!element?.closest('.cw-wall') &&
      !element.matches('.cw-wall') &&
      (getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)' || isPainted(element.parentElement));
    const wall = sheet.getBoundingClientRect();
    for (const [x, y] of [
      [wall.left + 1.5, wall.bottom - 1.5],
      [wall.right - 1.5, wall.bottom - 1.5],
      [wall.left + 1.5, wall.top + 1.5],
    ] as const) {
      if (isPainted(document.elementFromPoint(x, y)))
        faults.push(`corner at ${Math.round(x)}, ${Math.round(y)}`);
    }
    return faults;
  });

async function open(money: PaywallStandIn, agent: number, viewport = desk): Promise<Page> {
  const context = await world.visitor({ viewport });
  await money.attach(context);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${world.origin}/widgets/${agent}`);
  return page;
}

describe('the wall', () => {
  test.each([
    ['a single price', single],
    ['several offers', several],
  ])('shows price, email and button at once, in six languages and three sizes (%s)', async (_name, wall) => {
    for (const [at, language] of languages.entries()) {
      const page = await open(Object.assign(new PaywallStandIn(), { balance: usedUp, wall }), at + 1);
      await reachWall(page.mainFrame());
      await expectInSight(page.mainFrame(), `${language} on a page`);
      await resizeTo(page, phone);
      await expectInSight(page.mainFrame(), `${language} on a phone`);
      await resizeTo(page, desk);
      await page.goto(
        world.site.page(`/wall-${language}`, `<main><h1>Linden</h1></main>${world.scriptTag(at + 1)}`),
      );
      await page.locator('button').first().click();
      await page.locator('iframe').waitFor();
      const frame = await (await page.locator('iframe').elementHandle())!.contentFrame();
      await reachWall(frame!);
      await expectInSight(frame!, `${language} in the panel`);
      await page.context().close();
    }
  });

  test('keeps the question in sight when what was said before it becomes higher', async () => {
    const page = await open(Object.assign(new PaywallStandIn(), { balance: usedUp, wall: several }), 1);
    await reachWall(page.mainFrame());
    await expectInSight(page.mainFrame(), 'as it came');
    // As a late picture does.
    const welcome = page.locator('.cw-message').first();
    await welcome.evaluate((message) => message.style.setProperty('padding-bottom', '600px'));
    await expectInSight(page.mainFrame(), 'below a picture that came late');
    await page.context().close();
  });

  test('folds what the price is made of, and opens it', async () => {
    const page = await open(Object.assign(new PaywallStandIn(), { balance: usedUp, wall: single }), 1);
    await reachWall(page.mainFrame());
    const terms = page.locator('.cw-tax dl');
    await expect.poll(() => terms.isVisible()).toBe(false);
    await page.getByText('incl. 21% tax · details').click();
    await expect
      .poll(() => terms.innerText())
      .toMatch(/Base amount\s+€9\.99\s+Tax \(21%\)\s+€2\.10\s+Subtotal\s+€9\.99\s+Total\s+€12\.09/);
    await page.context().close();
  });
});

describe('several offers', () => {
  test('are one choice for keyboard and screen reader, with what is recommended chosen and what is saved said', async () => {
    const money = Object.assign(new PaywallStandIn(), { balance: usedUp, wall: several });
    const page = await open(money, 1, phone);
    await reachWall(page.mainFrame());
    const choice = page.getByRole('group', { name: 'What you buy' });
    await expect.poll(() => choice.getByRole('radio').count()).toBe(5);
    expect(
      await choice
        .getByRole('radio', { name: /^Large Recommended save 33% 500 messages €40\.00 once$/ })
        .isChecked(),
    ).toBe(true);
    await page.getByRole('button', { name: 'Continue for €40.00' }).waitFor();
    await choice.getByRole('radio', { name: /Large/ }).focus();
    await page.keyboard.press('ArrowDown');
    await choice.getByRole('radio', { name: /^Monthly €12\.09 a month$/, checked: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await choice
      .getByRole('radio', { name: /^Yearly 2 months free €120\.88 a year$/, checked: true })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByText('Unlimited for 30 days').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Email for your receipt').fill('anna@example.test');
    await page.getByRole('button', { name: 'Continue for €9.99' }).click();
    await expect.poll(() => money.bodies('checkout')).toMatchObject([{ offer: 'once' }]);
    expect(Object.keys(money.bodies('checkout')[0] ?? {}).toSorted()).toEqual([
      'conversationId',
      'email',
      'key',
      'offer',
    ]);
    await page.context().close();
  });

  test('that changed while somebody chose are shown as they are now, with the reason, and can be bought', async () => {
    const changed = {
      status: 409,
      code: 'payments.offer_changed',
      message: 'This offer has changed in the meantime.',
    };
    const money = Object.assign(new PaywallStandIn(), {
      balance: usedUp,
      wall: wallOf({ offers: [{ ...pack, id: 'pack.1' }, large] }),
    });
    const page = await open(money, 1, phone);
    await reachWall(page.mainFrame());
    await page.getByRole('radio', { name: /^100 messages/ }).check({ force: true });
    await page.getByLabel('Email for your receipt').fill('anna@example.test');
    money.refusals = { 'POST checkout': changed };
    money.wall = wallOf({ offers: [large, { ...pack, id: 'pack.2', total: 1_500 }] });
    await page.getByRole('button', { name: 'Continue for €12.09' }).click();
    await page.getByRole('alert').getByText('This offer has changed in the meantime.').waitFor();
    // The same offer is still the chosen one, at its new price.
    await page.getByRole('button', { name: 'Continue for €15.00' }).waitFor();
    await expect.poll(() => page.getByLabel('Email for your receipt').inputValue()).toBe('anna@example.test');
    money.refusals = {};
    await page.getByRole('button', { name: 'Continue for €15.00' }).click();
    await page.getByRole('heading', { name: 'Finish paying in the new tab' }).waitFor();
    expect(money.bodies('checkout').map(({ offer }) => offer)).toEqual(['pack.1', 'pack.2']);
    await page.context().close();
  });
});

test('a paused chat offers no price and takes no email', async () => {
  const money = Object.assign(new PaywallStandIn(), { balance: usedUp, wall: single });
  const page = await open(money, 7);
  await page.getByText('We are on holiday until Monday.').waitFor();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Usage and purchases' }).waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${world.origin}/widgets/7#checkout`);
  await page.reload();
  await page.getByText('We are on holiday until Monday.').waitFor();
  await page.locator('.cw-hidden[role="status"][aria-label]').waitFor({ state: 'attached' });
  await expect.poll(() => page.getByText('See the price').count()).toBe(0);
  await expect.poll(() => page.locator('.cw-wall, #cw-pay-email').count()).toBe(0);
  await page.context().close();
});
