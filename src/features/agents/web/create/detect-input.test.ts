import { describe, expect, it } from 'vitest';
import { detectInput } from './detect-input.ts';

describe('what a person typed to make an agent', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  www.bakkerij-linden.nl/over-ons ', 'bakkerij-linden.nl'],
    ['https://shop.example.co.uk/a?b=c', 'shop.example.co.uk'],
    ['http://localhost:4600/', 'localhost:4600'],
    ['http://intranet/start', 'intranet'],
    ['127.0.0.1:8080', '127.0.0.1:8080'],
    ['müller.de', 'xn--mller-kva.de'],
  ])('%s is a website', (text, host) => expect(detectInput(text)).toEqual({ from: 'website', host }));
  it.each([
    'A bakery in Utrecht. We bake sourdough.',
    'Bakery',
    'hello@example.com',
    'support,sales',
    'see example.com for more',
    'www',
  ])('%s is a description', (text) => expect(detectInput(text).from).toBe('description'));
  it.each(['  ', 'https://', 'http:', '…', '🙂'])('asks for something first: “%s”', (text) =>
    expect(detectInput(text).from).toBe('nothing'),
  );
});
