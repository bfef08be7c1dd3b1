import { expect, test } from 'vitest';
import { readMarkdown } from '#shared/read-article.ts';
import { picturesElsewhere, withPicture } from './markdown-pictures.ts';

const text =
  'Bread\n\n![A loaf](https://bread.example/loaf.png "Loaf") and ![](https://bread.example/a_(1).png)\n\n' +
  '![again](https://bread.example/loaf.png) ![own](/page-images/ab12) [a link](https://bread.example/loaf.png)';

test('pictures of other servers are found in a text, and taken in one by one without touching the rest', () => {
  expect(picturesElsewhere(text)).toEqual(['https://bread.example/loaf.png', 'https://bread.example/a_(1']);
  const taken = withPicture(text, 'https://bread.example/loaf.png', '/page-images/cd34');
  expect(taken).toBe(
    'Bread\n\n![A loaf](/page-images/cd34 "Loaf") and ![](https://bread.example/a_(1).png)\n\n' +
      '![again](/page-images/cd34) ![own](/page-images/ab12) [a link](https://bread.example/loaf.png)',
  );
  const drawn = (markdown: string): number =>
    JSON.stringify(readMarkdown(markdown)).split('"img"').length - 1;
  expect([drawn(text), drawn(taken)]).toEqual([1, 3]);
  expect(
    picturesElsewhere('![x](https://) ![](http://a.example/b.png) ![](data:image/png;base64,AA)'),
  ).toEqual([]);
});
