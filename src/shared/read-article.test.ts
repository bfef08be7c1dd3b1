import { describe, expect, it } from 'vitest';
import { articleHtml } from '#shared/article.ts';
import { readMarkdown } from './read-article.ts';

const shown = (body: string): string => articleHtml(readMarkdown(body).nodes).markup;

describe('Markdown of a post', () => {
  it('becomes the elements of an article', () => {
    expect(
      shown('Some **bold**, *slanted* and `code &amp; <b>`.\n\n- one\n- two\n\n3. three\n\n> said\n\n---'),
    ).toBe(
      '<p>Some <strong>bold</strong>, <em>slanted</em> and <code>code &amp;amp; &lt;b&gt;</code>.</p>' +
        '<ul><li>one</li><li>two</li></ul><ol start="3"><li>three</li></ol><blockquote><p>said</p></blockquote><hr>',
    );
    expect(shown('| A | B |\n|---|---|\n| 1 | *2* |')).toBe(
      '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td><em>2</em></td></tr></tbody></table>',
    );
    expect(shown('5 &lt; 6 &amp; &#8364;1')).toBe('<p>5 &lt; 6 &amp; €1</p>');
  });

  it('never becomes markup that it brings along, or an address that runs or reaches elsewhere', () => {
    const hostile = [
      '<script>alert(1)</script>',
      'a <img src=x onerror=alert(1)> b',
      '[x](javascript:alert(1)) [y](data:text/html,x) [z](//evil.example) [w](/\\evil.example) <vbscript:x>',
      '![p](https://tracker.example/a.png) ![q](javascript:alert(1)) ![r](//evil.example/a.png)',
      '[a](https://x.example/"onmouseover="alert(1))',
      '# <svg onload=alert(1)>',
      '| <iframe src=x> |\n|---|\n| <style>*{}</style> |',
      '```<script>\n</code></pre><script>alert(1)</script>\n```',
      '&#60;script&#62;alert(1)&#60;/script&#62; &#0; &#55296;',
    ].join('\n\n');
    const markup = shown(hostile);
    expect(markup).not.toMatch(/<(?!\/?(?:h2|p|a|pre|code|table|thead|tbody|tr|th|td)\b)/);
    expect(markup.match(/ (?:href|src)="[^"]*"/g)).toEqual([
      ' href="https://tracker.example/a.png"',
      ' href="https://x.example/%22onmouseover=%22alert(1)"',
    ]);
    const made = /^<\/?\w+(?: (?:href|rel|scope|id)="[^"<>]*")*>$/;
    for (const [tag] of markup.matchAll(/<[^<]*?>/g)) expect(tag).toMatch(made);
  });

  it('has pictures of this site only', () => {
    expect(shown('![A wall](/blog/wall.png)')).toBe('<p><img src="/blog/wall.png" alt="A wall"></p>');
    expect(articleHtml(readMarkdown('[more](/pricing)').nodes, 'https://own.example').markup).toBe(
      '<p><a href="https://own.example/pricing" rel="noopener noreferrer">more</a></p>',
    );
  });

  it('tells headings with addresses of their own, whatever they say', () => {
    const { headings } = readMarkdown(
      '# Große *Preise*\n\n## Costs\n\n### Costs\n\n## Costs\n\n## 日本\n\n##### small\n\nText',
    );
    const ids = readMarkdown('## A\n\n## A 2\n\n## A\n\n## A 2').headings.map(({ id }) => id);
    expect(ids).toEqual(['a', 'a-2', 'a-3', 'a-2-2']);
    expect(headings).toEqual([
      { id: 'gro-e-preise', text: 'Große Preise', level: 2 },
      { id: 'costs', text: 'Costs', level: 2 },
      { id: 'costs-2', text: 'Costs', level: 3 },
      { id: 'costs-3', text: 'Costs', level: 2 },
      { id: 'section', text: '日本', level: 2 },
    ]);
  });

  it('says how long reading takes, at least a minute', () => {
    expect(readMarkdown('')).toMatchObject({ words: 0, minutes: 1, headings: [] });
    expect(readMarkdown(`## Title here\n\n${'word '.repeat(1_098)}`)).toMatchObject({
      words: 1_100,
      minutes: 5,
    });
    expect(readMarkdown('| a | b |\n|---|---|\n| c | d — e |')).toMatchObject({ words: 5 });
  });

  it('stays plain words where a paragraph is too long to be looked through, and only there', () => {
    const long = '*a* '.repeat(700).trim();
    expect(shown(`${long}\n\n*short*`)).toBe(`<p>${long}</p><p><em>short</em></p>`);
    // Each of these took the square of its length: seconds to minutes.
    for (const body of ['_a'.repeat(50_000), `${'a.'.repeat(50_000)}@`, '# a\n'.repeat(25_000)])
      expect(readMarkdown(body).nodes.length).toBeGreaterThan(0);
  });

  it('is read in bounded time, however deep somebody nests', () => {
    for (const body of [
      '>'.repeat(40_000),
      '> '.repeat(20_000),
      ' '.repeat(39_000) + '- a',
      '- '.repeat(20_000),
    ])
      expect(readMarkdown(body).nodes.length).toBeLessThan(10);
    const list = Array.from({ length: 190 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n');
    expect(readMarkdown(list.slice(0, 40_000)).words).toBeGreaterThan(0);
  });
});
