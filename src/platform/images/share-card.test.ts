import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { markPath } from '#shared/mark.ts';
import { cardSize, createShareCards } from './share-card.ts';

const draw = createShareCards(path.join(import.meta.dirname, '../../../content/fonts'));
const card = {
  title: 'Plain pricing',
  eyebrow: 'Blog',
  brand: 'Chatelier',
  place: 'chat.example',
  mark: markPath,
};

test.each([
  ['a title', 'Turn what you know into an agent that earns'],
  ['letters of Czech', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
  ['a title without end', 'A very long title that goes on and on '.repeat(12)],
  ['one word without end', 'w'.repeat(300)],
  ['markup', '<script>alert(1)</script> & "quotes"'],
  ['signs that the font lacks', '漢字 🚲 \u0000'],
  ['nothing', ''],
])('draws %s', async (_name, title) => {
  const bytes = await draw({ ...card, title });
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', ...cardSize });
  expect(bytes.length).toBeLessThan(120_000);
});

test('keeps a long title away from the edge', async () => {
  const bytes = await draw({ ...card, title: 'w '.repeat(150) });
  const { data, info } = await sharp(bytes)
    .extract({ left: cardSize.width - 60, top: 200, width: 60, height: 300 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bright = Array.from({ length: info.width * info.height }, (_, at) => data[at * info.channels] ?? 0);
  expect(Math.max(...bright)).toBeLessThan(120);
});
