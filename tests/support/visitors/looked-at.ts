import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { faultsInBothThemes, resizeTo } from './visitor-setup.ts';

/** A folder for pictures of every state, narrow and wide, light and dark; none is taken without it. */
const pictures = process.env['SCREENSHOTS'];
if (pictures) mkdirSync(pictures, { recursive: true });

const run = <Result>(place: Page | Frame, code: string) => place.evaluate(code) as Promise<Result>;

/** What can be reached with Tab, in its order, which is not the one that is seen. */
const outOfOrder = (page: Page | Frame) =>
  run<string[]>(
    page,
    `(() => {
      const all = [...document.querySelectorAll('.cw-bottom :is(a[href], button, textarea, input, [tabindex="0"])')]
        .filter((each) => !each.disabled && each.checkVisibility())
        .map((each) => ({ name: each.ariaLabel || each.textContent, box: each.getBoundingClientRect() }));
      return all.flatMap(({ name, box }, at) => {
        const next = all[at + 1]?.box;
        const isBefore = next && (next.bottom <= box.top || (next.top < box.bottom && next.right <= box.left));
        return isBefore ? [name + ' stands after ' + all[at + 1].name] : [];
      });
    })()`,
  );
/** What is wider than the window, or cut. */
const cut = (page: Page | Frame) =>
  run<string[]>(
    page,
    `[...document.querySelectorAll('.cw-bottom *')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => each.outerHTML.slice(0, 120))`,
  );

/**
 * Looks at what a chat shows: what axe finds in both themes, the order of Tab, what is cut, where the focus is. `chat`:
 * the frame that it stands in, where it is not the page.
 */
export async function look(page: Page, name: string, chat: Page | Frame = page): Promise<void> {
  const faults = [
    ...(await faultsInBothThemes(page)),
    ...(await outOfOrder(chat)),
    ...(await cut(chat)),
    ...((await run<boolean>(chat, 'document.activeElement === document.body')) ? ['the focus is lost'] : []),
  ];
  if (pictures)
    for (const width of [390, 1440]) {
      await resizeTo(page, { width, height: width === 390 ? 760 : 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: path.join(pictures, `${name}-${width}-${colorScheme}.png`) });
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await resizeTo(page, { width: 390, height: 760 });
    }
  expect.soft(faults, name).toEqual([]);
}
