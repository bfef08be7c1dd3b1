import { describe, expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { judgePage } from './install.models.ts';

const agent = {
  number: 123,
  origins: ['https://chat.example', 'http://127.0.0.1:3000'],
  isLive: true,
  hasPicture: false,
};
const tag = '<script async src="https://chat.example/widgets/123.js?tag=chatelier"></script>';
const look = (html: string, policies: string[] = [], about: Partial<typeof agent> = {}) =>
  judgePage({ url: 'https://shop.example/', html, policies }, { ...agent, ...about }).map(
    ({ kind, detail, where }) => [kind, detail, where].filter(Boolean).join(' '),
  );

describe('a look at a page', () => {
  test('finds the tag however it is written', () => {
    for (const html of [
      tag,
      tag.toUpperCase().replace('HTTPS://CHAT.EXAMPLE/WIDGETS/123.JS', 'https://chat.example/widgets/123.js'),
      "<script src='//chat.example/widgets/123.js'></script>",
      '<script defer src=https://chat.example/widgets/123.js></script>',
      `<p>a</p>${tag.replace('?tag=chatelier', '?a=1&amp;b=2')}`,
    ])
      expect(look(html), html).toEqual(['found']);
  });
  test('does not take a comment, a link or another number for it', () => {
    for (const html of [
      '',
      `<!-- ${tag} -->`,
      '<script src="https://chat.example/widgets/1234.json"></script>',
      '<a href="https://chat.example/widgets/123">chat</a>',
    ])
      expect(look(html), html).toEqual(['missing']);
  });
  test('sees a tag that code on the page writes, and says when a tag manager may bring it', () => {
    expect(look('<script>load("https:\\/\\/chat.example\\/widgets\\/123.js")</script>')).toEqual(['in-code']);
    expect(look('<script>(function(w){})(window,"GTM-ABC1234")</script>')).toEqual(['tag-manager']);
  });
  test('names another agent, another instance, and a tag that stands twice', () => {
    expect(look(tag.replace('123.js', '456.js'))).toEqual(['missing', 'other-agent 456']);
    expect(look(tag.replace('chat.example', 'old.example'))).toEqual([
      'missing',
      'other-instance https://old.example',
    ]);
    expect(look('<script src="/widgets/123.js"></script>')).toEqual([
      'missing',
      'other-instance https://shop.example',
    ]);
    expect(look(tag + tag)).toEqual(['found', 'twice 2']);
  });
  test('says that visitors see nothing of an agent that is not live', () => {
    expect(look(tag, [], { isLive: false })).toEqual(['found', 'not-live']);
  });
});

describe('a page’s policy', () => {
  test('that allows everything needed is not spoken of', () => {
    for (const policy of [
      "default-src 'none'; script-src https://chat.example; frame-src https://chat.example",
      'default-src https:',
      "script-src 'self' *.example; frame-src chat.example",
      "default-src 'self' *",
      "img-src 'none'",
      'script-src https://chat.example:443/; frame-src *',
    ])
      expect(look(tag, [policy]), policy).toEqual(['found']);
  });
  test('that refuses is named with its directive and its place', () => {
    expect(look(tag, ["default-src 'self'"])).toEqual([
      'found',
      'blocked-script default-src header',
      'blocked-frame default-src header',
    ]);
    expect(look(tag, ["script-src 'self'; frame-src https://chat.example"])).toEqual([
      'found',
      'blocked-script script-src header',
    ]);
    expect(look(tag, ["script-src-elem 'self'; script-src *; child-src 'none'"])).toEqual([
      'found',
      'blocked-script script-src-elem header',
      'blocked-frame child-src header',
    ]);
    expect(look(`<meta http-equiv="content-security-policy" content="frame-src 'none'">${tag}`)).toEqual([
      'found',
      'blocked-frame frame-src meta',
    ]);
    expect(look(tag, ['script-src https://chat.example/widgets/123.js'])).toEqual([
      'found',
      'blocked-script script-src header',
    ]);
    expect(look(tag, ["script-src *, script-src 'none'"])).toEqual([
      'found',
      'blocked-script script-src header',
    ]);
    expect(look(tag, ['script-src http://chat.example:8080'])).toEqual([
      'found',
      'blocked-script script-src header',
    ]);
  });
  test('with a nonce trusts the tag that carries it, and with strict-dynamic no address', () => {
    const policy = "script-src 'nonce-abc' 'strict-dynamic' https://chat.example";
    expect(look(tag.replace('async', 'async nonce="abc"'), [policy])).toEqual(['found']);
    expect(look(tag, [policy])).toEqual(['found', 'blocked-script script-src header']);
    expect(look(tag.replace('async', 'async nonce="xyz"'), ["script-src 'nonce-abc'"])).toEqual([
      'found',
      'blocked-script script-src header',
    ]);
  });
  test('is asked about the picture only when the launcher shows one', () => {
    expect(look(tag, ["img-src 'self'"], { hasPicture: true })).toEqual([
      'found',
      'blocked-image img-src header',
    ]);
  });
});

test('a page that was made to be slow to read is read at once', () => {
  const spent = countProcessorTime();
  for (const html of [
    '<script '.repeat(200_000),
    '<!--'.repeat(400_000),
    `<script src="${'/widgets/'.repeat(200_000)}`,
    '<meta '.repeat(300_000),
    '//'.repeat(900_000),
  ])
    look(html);
  expect(spent()).toBeLessThan(3_000);
});
