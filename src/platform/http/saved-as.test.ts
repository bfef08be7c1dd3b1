import { expect, test } from 'vitest';
import { savedAs } from './saved-as.ts';

test.each([
  ['menu.pdf', 'attachment; filename="menu.pdf"; filename*=UTF-8\'\'menu.pdf'],
  [
    'Dvořák (1).pdf',
    'attachment; filename="Dvorak (1).pdf"; filename*=UTF-8\'\'Dvo%C5%99%C3%A1k%20%281%29.pdf',
  ],
  [
    'a"; filename="b.exe',
    'attachment; filename="a_; filename=_b.exe"; filename*=UTF-8\'\'a%22%3B%20filename%3D%22b.exe',
  ],
  [
    'a\r\nSet-Cookie: b=c',
    'attachment; filename="aSet-Cookie: b=c"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20b%3Dc',
  ],
  ['\ud800.txt', 'attachment; filename=".txt"; filename*=UTF-8\'\'%EF%BF%BD.txt'],
])('the name %j is one name in a header', (name, header) => {
  expect(savedAs(name)).toBe(header);
});
