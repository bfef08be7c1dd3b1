import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServices, type TestServices } from '#tests/support/app/test-services.ts';
import type { PostInput } from '../blog.contract.ts';
import type { BlogEditor } from './blog-editor.usecases.ts';

let services: TestServices;
let editor: BlogEditor;
beforeAll(async () => {
  services = await startTestServices();
  const olga = await services.member('Olga Operator');
  editor = { userId: olga.user.id, accountId: olga.user.accountId, address: '192.0.2.7' };
});
afterAll(() => services.close());

const input = (slug: string, more: Partial<PostInput> = {}): PostInput => ({
  slug,
  title: `About ${slug}`,
  description: 'What it is about.',
  category: 'monetization',
  tags: ['pricing', 'pricing', 'news'],
  author: 'Olga',
  language: 'en',
  body: '## Why\n\nBecause.',
  ...more,
});
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'worked',
    (error: { code?: string }) => error.code,
  );

describe('a post that a superadmin writes', () => {
  it('is a draft that nobody else sees, until it is published, and again when it is taken back', async () => {
    const post = await services.blogEditor.create(editor, input('first'));
    expect(post).toMatchObject({
      isPublished: false,
      publishedAt: null,
      revision: 1,
      tags: ['pricing', 'news'],
    });
    expect(await services.blog.read('first')).toBeNull();

    await services.blogEditor.publish(editor, post.id);
    expect(await services.blog.read('first')).toMatchObject({
      post: {
        title: 'About first',
        publishedAt: services.clock.now(),
        article: { headings: [{ id: 'why' }] },
      },
    });
    expect((await services.blog.addresses()).map(({ path }) => path)).toContain('/blog/first');
    expect((await services.blogEditor.list()).find(({ slug }) => slug === 'first')).toMatchObject({
      id: post.id,
      isPublished: true,
    });

    await services.blogEditor.unpublish(editor, post.id);
    expect(await services.blog.read('first')).toBeNull();
  });

  it('keeps the date of its first time, and changes for everybody at once', async () => {
    const { id } = await services.blogEditor.create(editor, input('dated'));
    const { publishedAt, revision } = await services.blogEditor.publish(editor, id);
    await services.blogEditor.change(editor, id, { ...input('dated', { title: 'Renamed' }), revision });
    expect((await services.blog.read('dated'))?.post.title).toBe('Renamed');
    services.clock.advance(86_400_000);
    await services.blogEditor.unpublish(editor, id);
    expect(await services.blogEditor.publish(editor, id)).toMatchObject({ publishedAt });
  });

  it('is not changed on what somebody else changed meanwhile', async () => {
    const { id, revision } = await services.blogEditor.create(editor, input('two-people'));
    await services.blogEditor.change(editor, id, { ...input('two-people'), revision });
    expect(await codeOf(services.blogEditor.change(editor, id, { ...input('two-people'), revision }))).toBe(
      'blog.changed_meanwhile',
    );
  });

  it('has an address of its own, also beside the posts of the product', async () => {
    await services.blogEditor.create(editor, input('taken'));
    const other = await services.blogEditor.create(editor, input('other'));
    expect(await codeOf(services.blogEditor.create(editor, input('taken')))).toBe('blog.slug_taken');
    expect(await codeOf(services.blogEditor.create(editor, input('how-to-price-an-ai-agent')))).toBe(
      'blog.slug_taken',
    );
    expect(
      await codeOf(
        services.blogEditor.change(editor, other.id, { ...input('taken'), revision: other.revision }),
      ),
    ).toBe('blog.slug_taken');
  });

  it('is published with a description and a text, and not without', async () => {
    const post = await services.blogEditor.create(editor, input('empty', { description: '', body: ' ' }));
    expect(await codeOf(services.blogEditor.publish(editor, post.id))).toBe('blog.incomplete');
    const full = await services.blogEditor.create(editor, input('full'));
    const { revision } = await services.blogEditor.publish(editor, full.id);
    expect(
      await codeOf(services.blogEditor.change(editor, full.id, { ...input('full', { body: '' }), revision })),
    ).toBe('blog.incomplete');
  });

  it('is gone when it is deleted, and every change of it is in the audit log', async () => {
    const { id } = await services.blogEditor.create(editor, input('gone'));
    await services.blogEditor.publish(editor, id);
    await services.blogEditor.remove(editor, id);
    expect(await services.blog.read('gone')).toBeNull();
    expect(await codeOf(services.blogEditor.read(id))).toBe('common.not_found');
    expect(await codeOf(services.blogEditor.remove(editor, id))).toBe('common.not_found');
    expect(await codeOf(services.blogEditor.publish(editor, id))).toBe('common.not_found');
    const { entries } = await services.audit.ofSuperadmins();
    expect(entries.slice(0, 3)).toMatchObject([
      { action: 'blog.deleted', target: { id, name: 'About gone' }, address: '192.0.2.7' },
      { action: 'blog.published', actor: { name: 'Olga Operator' } },
      { action: 'blog.created' },
    ]);
  });

  it('shows what it will look like, with its length', () => {
    expect(services.blogEditor.preview('## A\n\n<b>x</b>')).toEqual({
      html: '<h2 id="a">A</h2><p>&lt;b&gt;x&lt;/b&gt;</p>',
      minutes: 1,
      words: 2,
      headings: [{ id: 'a', text: 'A', level: 2 }],
    });
  });
});

describe('the blog', () => {
  it('has the newest three of each category, of the product and of superadmins alike', async () => {
    const latest = await services.blog.latest();
    expect(latest['chat-widgets'].map(({ slug }) => slug)).toEqual([
      'embed-a-chat-widget-without-slowing-the-page',
      'documents-that-make-good-answers',
      'hand-over-from-ai-to-people',
    ]);
    expect(latest.monetization).toHaveLength(3);
  });
  it('has no pages beyond the last, and none of a tag that nothing has', async () => {
    const first = await services.blog.list({}, 1);
    expect(first?.posts).toHaveLength(6);
    expect(await services.blog.list({}, (first?.pages ?? 0) + 1)).toBeNull();
    expect(await services.blog.list({ tag: 'nothing' }, 1)).toBeNull();
    expect(await services.blog.list({ q: 'zzzzzz' }, 1)).toMatchObject({ count: 0, posts: [] });
  });
});
