import { describe, expect, it } from 'vitest';
import { processorMs } from '#tests/support/processor-time.ts';
import { textOfHtml } from './html-text.ts';
import { readMail } from './read-mail.ts';

const raw = (...lines: string[]): Uint8Array => Buffer.from(lines.join('\r\n'));

describe('a mail', () => {
  it('in HTML alone is read as lines, and what is quoted as quoted', async () => {
    const { text } = await readMail(
      raw(
        'From: Ben <Ben@Example.test>',
        'To: x@y.test',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<head><style>p{}</style></head><div>Yes &amp; please</div><div>at 8&#33;</div><blockquote>We open<br>early</blockquote>',
      ),
    );
    expect(text.split('\n').filter(Boolean)).toEqual(['Yes & please', 'at 8!', '> We open', '> early']);
  });
  it('names one sender, everybody whom it came to, and its files but no pictures of its text', async () => {
    const mail = await readMail(
      raw(
        'From: Ben <Ben@Example.test>',
        'To: "A, B" <One@y.test>, two@y.test',
        'Delivered-To: <three@y.test>',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: text/plain',
        '',
        'Hi',
        '--x',
        'Content-Type: image/png',
        'Content-ID: <logo>',
        'Content-Disposition: inline; filename=logo.png',
        '',
        'png',
        '--x',
        'Content-Type: text/plain; name=list.txt',
        'Content-Disposition: attachment; filename=list.txt',
        '',
        'rye',
        '--x--',
      ),
    );
    expect(mail.from).toBe('ben@example.test');
    expect(mail.recipients.toSorted()).toEqual(['one@y.test', 'three@y.test', 'two@y.test']);
    expect(mail.files.map(({ fileName }) => fileName)).toEqual(['list.txt']);
    expect((await readMail(raw('From: a@b.test, c@d.test', '', 'x'))).from).toBeNull();
    expect((await readMail(raw('From: a@b.test', 'From: c@d.test', '', 'x'))).from).toBeNull();
  });
  it('that is made to cost is refused, or read in time', async () => {
    const nested = `From: a@b.test\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(5_000)}`;
    const cost = await processorMs(async () => {
      await expect(readMail(Buffer.from(nested))).rejects.toThrow(/nesting/);
      for (const html of [
        '<a '.repeat(500_000),
        '<!--'.repeat(500_000),
        '<style>'.repeat(200_000),
        '<blockquote>x'.repeat(100_000),
        '&#'.repeat(500_000),
      ])
        textOfHtml(html);
      await readMail(raw(`From: ${'a@b.test, '.repeat(20_000)}`, '', 'x'));
    });
    expect(cost).toBeLessThan(5_000);
  });
});
