import { afterAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { drawingFault } from './child/drawing-fault.ts';
import { createImageDrawer } from './image-drawer.ts';

const drawer = createImageDrawer();
const impatient = createImageDrawer({ limits: { timeoutMs: 2_500 } });
afterAll(() => Promise.all([drawer.close(), impatient.close()]));

const svg = (inside: string, head = ''): Buffer =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg" width="1920" height="1920">${inside}</svg>`,
  );
const noise = `${'<feTurbulence numOctaves="255"/>'.repeat(6)}`;
/** Each group shows the one before ten times: ten million circles in a few lines. */
const nested = `<circle id="g0" r="9"/>${Array.from({ length: 7 }, (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}" x="3"/>`.repeat(10)}</g>`).join('')}`;
/** Thousands of large shapes, each of them seen through a mask of its own. */
const masked = `<mask id="m"><rect width="1920" height="1920" fill="#fff"/></mask>${'<g mask="url(#m)" opacity=".9"><circle cx="960" cy="960" r="900"/></g>'.repeat(5_000)}`;

describe('a drawing', () => {
  test('is painted, and so are pictures', async () => {
    const painted = await drawer.stored(
      svg('<circle cx="960" cy="960" r="900" fill="teal"/>'),
      'avatar',
      'one',
    );
    expect(painted).toMatchObject({ type: 'image/webp', hash: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const photo = await sharp({ create: { width: 3_000, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await drawer.chat(photo, 'one')).toMatchObject({ type: 'image/jpeg', width: 2_048 });
    expect(await drawer.chat(Buffer.from('no picture'), 'one')).toBeNull();
    expect(await drawer.stored(Buffer.from('no picture'), 'avatar', 'one')).toBe('unusable');
  });

  test.each([
    [
      'six clouds of noise',
      svg(`<filter id="f">${noise}</filter><rect width="1920" height="1920" filter="url(#f)"/>`),
    ],
    [
      'the same under another prefix',
      svg(`<s:filter id="f">${noise}</s:filter><rect width="1920" height="1920" filter="url(#f)"/>`),
    ],
    [
      'a blur without an element of its own',
      svg('<rect width="1920" height="1920" style="filter: blur(900px)"/>'),
    ],
    [
      'names that hold names',
      svg('&b;', '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'),
    ],
  ])('with %s is refused before it is painted', async (_name, bytes) => {
    expect(drawingFault(bytes)).toBe('elaborate');
    expect(await drawer.stored(bytes, 'background', 'one')).toBe('elaborate');
  });

  test.each([
    [
      'letters of two bytes, which hide its words',
      Buffer.concat([
        Buffer.from('fffe', 'hex'),
        Buffer.from(svg(`<filter id="f">${noise}</filter>`).toString(), 'utf16le'),
      ]),
    ],
    ['letters that mean others', svg('', '<?xml version="1.0" encoding="UTF-7"?>')],
  ])('in %s is none', async (_name, bytes) => {
    expect(await drawer.stored(bytes, 'background', 'one')).toBe('unusable');
  });

  test('that costs too much in another way is ended, and nobody else waits for it', async () => {
    const order: string[] = [];
    const costly = [svg(nested), svg(masked)].map(async (bytes) => {
      const drawn = await impatient.stored(bytes, 'background', 'attacker');
      order.push('attacker');
      return drawn;
    });
    const other = impatient
      .stored(svg('<rect width="9" height="9"/>'), 'avatar', 'neighbour')
      .then((drawn) => (order.push('neighbour'), drawn));
    expect(await other).toMatchObject({ type: 'image/webp' });
    expect(order.filter((who) => who === 'attacker').length).toBeLessThan(2);
    expect(await Promise.all(costly)).toEqual(expect.arrayContaining(['elaborate']));
    // The process that was ended is replaced.
    expect(await impatient.stored(svg('<rect width="9" height="9"/>'), 'avatar', 'attacker')).toMatchObject({
      type: 'image/webp',
    });
  });
});
