import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { articleHtml } from '#shared/article.ts';
import { docsExamples, docsGroups } from '../docs.contract.ts';
import { findDocs, readDocsPage } from './docs-content.models.ts';

const folder = path.join(import.meta.dirname, '../../../../docs/guides');
const pages = docsGroups.flatMap(({ name, pages: slugs }) =>
  slugs.map((slug) => readDocsPage(slug, name, readFileSync(path.join(folder, `${slug}.md`), 'utf8'))),
);
const found = (words: string): string[] => findDocs(pages, words).map(({ slug }) => slug);

describe('a page of the documentation', () => {
  it('has the title and the first sentences of its guide', () => {
    const page = readDocsPage(
      'embed',
      'integration',
      '# Put it there\n\nCopy *one* line:\n\n```html\n<b>\n```\n',
    );
    expect([page.title, page.summary]).toEqual(['Put it there', 'Copy one line.']);
    expect(page.nodes[1]).toMatchObject({ tag: 'pre', language: 'html' });
  });

  it('leads to pages of the site, and nowhere into the repository', () => {
    const text =
      '# A\n\n[one](embed.md#modes) [two](../reference/api.md) [three](../../src/app.ts) [four](add-a-choice.md) ![a](../images/editor.png)';
    const { nodes } = readDocsPage('a', 'start', text);
    const { markup } = articleHtml(nodes);
    expect(markup).toContain('href="/docs/embed#modes"');
    expect(markup).toContain('href="/developers"');
    expect(markup).toContain('src="/docs/pictures/editor.png"');
    expect(markup).not.toMatch(/src\/app|add-a-choice|\.md/);
  });

  it.each(pages.map((page) => [page.slug, page] as const))('%s says what it is about', (_slug, page) => {
    expect(page.summary.length).toBeGreaterThan(20);
    expect(articleHtml(page.nodes).markup).not.toMatch(/href="(?!\/|#|https?:|mailto:)/);
  });

  it('has the examples into which readers fill their own', () => {
    const code = pages.map(({ body }) => body).join('\n');
    for (const example of Object.values(docsExamples)) expect(code).toContain(example);
  });
});

describe('the search of the documentation', () => {
  it('finds a page by its task, first the one that is about it', () => {
    expect(found('webhooks')[0]).toBe('webhooks');
    expect(found('stripe')[0]).toBe('stripe-connect');
    expect(found('custom CSS')).toContain('custom-css');
    expect(found('PRIVACY')[0]).toBe('privacy');
  });
  it('finds nothing where one word is missing, and everything without a word', () => {
    expect(found('webhooks zebra')).toEqual([]);
    expect(found('  ')).toHaveLength(pages.length);
  });
});
