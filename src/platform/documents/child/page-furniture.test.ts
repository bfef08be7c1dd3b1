import { describe, expect, it } from 'vitest';
import { parseHtml } from './parse-html.ts';

const read = (body: string) =>
  parseHtml(new TextEncoder().encode(`<html><head><title>T</title></head><body>${body}</body></html>`), {
    url: 'https://a.example/page.html',
    contentType: 'text/html',
    maxTextLength: 10_000,
  });
const prose =
  '<p>The mill stands by the river and grinds rye for the bakers of the town, every day but Sunday.</p>';

describe('what surrounds the text of a page', () => {
  it.each([
    [
      'a DocBook row of neighbours',
      '<div class="navheader"><table><tr><th colspan="3">4. Stones</th></tr><tr><td><a accesskey="p" href="a.html">Prev</a></td><td><a accesskey="n" href="b.html">Next</a></td></tr></table></div>',
    ],
    [
      'a GNU row of neighbours',
      '<div class="header"><p>Next: <a href="b.html" rel="next">Sieve</a>, Up: <a href="i.html" rel="up">Top</a></p></div>',
    ],
    [
      'a table of contents with its heading',
      '<h2>Table of Contents</h2><ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li><li><a href="#c">Three</a></li></ul><h2>Text</h2>',
    ],
    [
      'a named table of contents',
      '<div class="toc"><p><b>Contents</b></p><dl><dt>1. <a href="a.html">Next row</a></dt><dt>2. <a href="b.html">Two</a></dt><dt>3. <a href="c.html">Three</a></dt></dl></div>',
    ],
  ])('%s is no text', (_, furniture) => {
    const { text } = read(`<h1>Stones</h1>${furniture}${prose}`);
    expect(text).toContain('grinds rye');
    expect(text).not.toMatch(/Prev|Next|Contents|Two|Top/);
  });

  it('marks of headings are dropped', () => {
    const page = read(`<h1>Stones<a class="headerlink" href="#s" title="Permalink">¶</a></h1>${prose}`);
    expect(page.headings).toEqual(['Stones']);
    expect(page.text).not.toContain('¶');
  });

  it('a list of links to other pages stays: it may be what the page is about', () => {
    const list =
      '<ul><li><a href="/rye">Rye bread</a></li><li><a href="/oat">Oat bread</a></li><li><a href="/bun">Buns</a></li></ul>';
    expect(read(`<h1>Our breads</h1>${prose}${list}`).text).toContain('- Oat bread');
  });

  it('a page that is nothing but a directory says so', () => {
    const index = Array.from(
      { length: 40 },
      (_, at) => `<li><a href="ref.html#term${at}">the term of number ${at}</a></li>`,
    ).join('');
    expect(read(`<h1>Index</h1><ul>${index}</ul>`).isDirectory).toBe(true);
    expect(read(`<h1>Our breads</h1>${prose}`).isDirectory).toBe(false);
  });

  it('old tags within a sentence do not break it', () => {
    expect(read('<p>The file holds <acronym>SQL</acronym> commands that restore it.</p>').text).toContain(
      'holds SQL commands',
    );
  });
});
