import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blogCategories } from '../blog.contract.ts';
import { readPostFile } from './blog-content.models.ts';

const head =
  'title: "A: title"\ndescription: What it is about.\ncategory: monetization\ntags: [pricing]\ndate: 2026-10-06\nauthor: Chatelier';

describe('a post out of a file', () => {
  it('has what its front matter says', () => {
    expect(readPostFile('a-title.md', `---\n${head}\n---\n\nText.\n`)).toMatchObject({
      slug: 'a-title',
      title: 'A: title',
      category: 'monetization',
      tags: ['pricing'],
      language: 'en',
      publishedAt: new Date('2026-10-06T09:00:00Z'),
      updatedAt: new Date('2026-10-06T09:00:00Z'),
    });
    expect(
      readPostFile('a.md', `---\r\n${head}\nupdated: 2026-11-01\nlanguage: cs\r\n---\r\nText`),
    ).toMatchObject({ language: 'cs', updatedAt: new Date('2026-11-01T09:00:00Z') });
  });

  it.each([
    ['no front matter', 'Text', 'front matter between'],
    ['a category that there is none', `---\n${head.replace('monetization', 'money')}\n---\n`, 'category'],
    ['a date that is none', `---\n${head.replace('2026-10-06', '2026-13-06')}\n---\n`, 'date'],
    ['a field that nobody knows', `---\n${head}\ndraft: true\n---\n`, 'draft'],
    ['markup that is no YAML', `---\n${head}\n\t: [\n---\n`, 'a.md'],
    ['no tag', `---\n${head.replace('[pricing]', '[]')}\n---\n`, 'tags'],
  ])('is refused with its name and the reason: %s', (_what, text, reason) => {
    expect(() => readPostFile('a.md', text)).toThrow(reason);
    expect(() => readPostFile('a.md', text)).toThrow('a.md');
  });

  it('needs a name that can be an address', () => {
    expect(() => readPostFile('A b.md', `---\n${head}\n---\n`)).toThrow('address');
  });
});

describe('the posts of the product', () => {
  const folder = path.join(import.meta.dirname, '../../../../content/blog');
  const posts = readdirSync(folder).map((name) =>
    readPostFile(name, readFileSync(path.join(folder, name), 'utf8')),
  );

  it('are three in each category, of a length that is worth it, with headings to find one’s way', () => {
    for (const category of blogCategories) {
      const own = posts.filter((post) => post.category === category);
      expect(own.length).toBeGreaterThanOrEqual(3);
    }
    for (const { slug, description, article } of posts) {
      expect([slug, article.words >= 900 && article.words <= 1_600]).toEqual([slug, true]);
      expect([slug, article.headings.length >= 5]).toEqual([slug, true]);
      expect([slug, description.length <= 200]).toEqual([slug, true]);
    }
  });

  it('say of a worked example that it is one, in the title and before anything else', () => {
    for (const { slug, title, article } of posts.filter((post) => post.category === 'case-studies')) {
      expect(title).toMatch(/^Worked example: /);
      expect([slug, article.text.trim().slice(0, 200)]).toEqual([
        slug,
        expect.stringMatching(/^This is a worked example\..* made up/),
      ]);
    }
  });

  it('lead nowhere but to pages of this site and to addresses of the web', () => {
    for (const { slug, article } of posts)
      expect([slug, JSON.stringify(article.nodes).match(/"href":"(?!https:|\/)[^"]*"/)]).toEqual([
        slug,
        null,
      ]);
  });
});
