import { describe, expect, it } from 'vitest';
import { html, jsonInScript, madeMarkup } from './escape-html.ts';

const hostile = `</title><script>alert("1" + '2')</script>&amp;`;
const harmless = '&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot; + &#39;2&#39;)&lt;/script&gt;&amp;amp;';

describe('a template of HTML', () => {
  it('takes every value for a text, between tags and inside of quotes', () => {
    expect(html`<title>${hostile}</title><a title="${hostile}">${3}</a>`.markup).toBe(
      `<title>${harmless}</title><a title="${harmless}">3</a>`,
    );
  });
  it('puts in what it made itself as it is, and lists of it', () => {
    expect(
      html`<ul>${['a', hostile].map((text) => html`<li>${text}</li>`)}</ul>${madeMarkup('<br>')}`.markup,
    ).toBe(`<ul><li>a</li><li>${harmless}</li></ul><br>`);
  });
  it('leaves out what there is not', () => {
    expect(html`<p>${null}${undefined}${false}${''}</p>`.markup).toBe('<p></p>');
  });
});

describe('JSON in a script', () => {
  it('can’t end it, and says the same', () => {
    const { markup } = jsonInScript({ name: `${hostile}<!--\u2028\u2029` });
    expect(markup).not.toMatch(/<|\u2028|\u2029/);
    expect(JSON.parse(markup)).toEqual({ name: `${hostile}<!--\u2028\u2029` });
  });
});
