import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { AnswerText } from './answer-text.tsx';

vi.stubGlobal('location', { origin: 'https://instance.example' });
afterAll(() => void vi.unstubAllGlobals());
const draw = (text: string) =>
  renderToStaticMarkup(<AnswerText text={text} cite={(number) => <sup>{number}</sup>} />);

describe('an answer in the dashboard', () => {
  it('is drawn as markdown with its citations', () => {
    const html = draw('**Open** on Saturday [1].\n\n- one\n- two');
    expect(html).toMatch(/<strong>.*Open.*<\/strong>/);
    expect(html).toContain('<sup>1</sup>');
    expect(html).toContain('<li>');
  });
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '![x](data:text/html,x)',
    '[x](vbscript:x)',
    '<a href="javascript:x">x</a>',
    '<iframe src=//evil.example>',
  ])('never becomes markup or a running link: %s', (text) => {
    const html = draw(text);
    expect(html).not.toMatch(/<(img|script|iframe|object)/i);
    expect(html).not.toMatch(/<[^>]*(href|src|on\w+)="?(javascript|data|vbscript|alert)/i);
  });
  it('loads no picture from elsewhere', () => {
    expect(draw('![chart](https://elsewhere.example/pixel.png)')).not.toContain('<img');
  });
});
