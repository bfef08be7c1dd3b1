import { readdirSync, readFileSync } from 'node:fs';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { docxParts, docxXml, pdfText, pdfWithContent, rawPdf, zip } from './__fixtures__/made-files.ts';
import { codeOf, parserOfFile } from './__fixtures__/parsed.ts';
import { createDocumentParser } from './document-parser.ts';

const { parse, parser, temporary } = parserOfFile();

/** Parsing processes of this test process, with their highest memory so far. */
function children(): { pid: number; peakBytes: number }[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      return readFileSync(`/proc/self/task/${thread}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number);
    } catch {
      return [];
    }
  });
  return pids.flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('documents/child/main.ts')) return [];
      return [
        {
          pid,
          peakBytes:
            Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024,
        },
      ];
    } catch {
      return [];
    }
  });
}

describe('hostile files', () => {
  // 300 blocks of 1 MB each, without ever holding 300 MB here.
  const hugeSize = 300_000_000;
  const hugeRaw = Buffer.concat([
    ...Array<Buffer>(300).fill(
      deflateRawSync(Buffer.alloc(1_000_000, 'a '), { finishFlush: constants.Z_FULL_FLUSH }),
    ),
    Buffer.from([3, 0]),
  ]);
  const hugeDeflated = Buffer.concat([Buffer.from([0x78, 0x9c]), hugeRaw]);

  async function watched(
    run: () => Promise<string>,
  ): Promise<{ code: string; peakBytes: number; ms: number }> {
    let peakBytes = 0;
    const timer = setInterval(() => {
      for (const child of children()) peakBytes = Math.max(peakBytes, child.peakBytes);
    }, 20);
    const started = performance.now();
    try {
      return { code: await run(), peakBytes, ms: performance.now() - started };
    } finally {
      clearInterval(timer);
    }
  }

  test('bombs end with their reason, within bounds, and disturb nobody', async () => {
    const honest = zip(docxParts({ deflated: hugeRaw, realSize: hugeSize }));
    expect(honest.length).toBeLessThan(400_000);
    const cases: [string, Buffer, string | RegExp][] = [
      ['honest.docx', honest, 'document.too_large'],
      ['lying.docx', zip(docxParts({ deflated: hugeRaw, claimedSize: 1_000 })), /damaged|too_large/],
      ['bomb.pdf', pdfWithContent(hugeDeflated, '/FlateDecode'), 'document.too_large'],
      [
        'double.pdf',
        pdfWithContent(deflateSync(hugeDeflated), '[/FlateDecode /FlateDecode]'),
        /out_of_memory|too_large|empty|damaged/,
      ],
      [
        'entries.docx',
        zip(
          Array.from({ length: 65_535 }, (_, index) => ({
            name: `${index}`,
            deflated: Buffer.from([3, 0]),
            realSize: 0,
          })),
        ),
        'document.too_large',
      ],
      [
        'laughs.docx',
        zip(
          docxParts({
            data: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(20)}"><!ENTITY c "${'&b;'.repeat(20)}">]>${docxXml('&c;').slice(21)}`,
          }),
        ),
        'document.damaged',
      ],
      [
        'deep.docx',
        zip(docxParts({ data: docxXml(`${'<w:ins>'.repeat(50_000)}${'</w:ins>'.repeat(50_000)}`) })),
        /damaged|empty/,
      ],
      [
        'kids.pdf',
        rawPdf([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>',
        ]),
        'document.damaged',
      ],
      [
        'million.pdf',
        rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 1000000 >>']),
        /damaged|empty/,
      ],
      ['deep.json', Buffer.from('['.repeat(500_000) + ']'.repeat(500_000)), /damaged|empty/],
    ];
    const spent = countProcessorTime();
    for (const [name, bytes, code] of cases) {
      const outcome = await watched(() => codeOf(parse(name, bytes)));
      expect([name, outcome.code]).toEqual([name, expect.stringMatching(code)]);
      expect([name, outcome.ms < 20_000]).toEqual([name, true]);
      expect([name, outcome.peakBytes < 512_000_000, outcome.peakBytes]).toEqual([
        name,
        true,
        expect.anything(),
      ]);
      // The next person's file is read as if nothing had been.
      expect((await parse('next.txt', 'still here')).text).toBe('still here');
    }
    expect(spent()).toBeLessThan(6_000);
    expect(readdirSync(temporary())).toEqual([]);
  });

  test('scripts and launch actions in a PDF are only text that is not read', async () => {
    const result = await parse(
      'a.pdf',
      pdfWithContent(
        pdfText('Plain words'),
        '/FlateDecode',
        '/OpenAction << /S /Launch /F (/bin/sh) >> /Names << /JavaScript << /Names [(x) << /S /JavaScript /JS (app.alert(1)) >>] >> >>',
      ),
    );
    expect(result.text).toBe('Plain words');
  });

  test('HTML nested 20,000 deep, and one of 3 MB, are read', async () => {
    const deep = await parser().parseHtml({
      bytes: Buffer.from(`<title>Deep</title>${'<div>'.repeat(20_000)}the bottom`),
      url: 'http://x.test/',
    });
    expect(deep.text).toBe('# Deep\n\nthe bottom');
    const large = await parser().parseHtml({
      bytes: Buffer.from(`<body>${'<p>Some words in a paragraph <a href="/x">link</a></p>'.repeat(55_000)}`),
      url: 'http://x.test/',
    });
    expect(large.text.length).toBeGreaterThan(1_000_000);
  });

  test('markup made to stall a parser is read quickly all the same', async () => {
    const fill = (piece: string) => piece.repeat(Math.floor(1_500_000 / piece.length));
    const bodies = [
      '<style',
      '<!--',
      '<a href="',
      '<ul><li>',
      '<i> </i>',
      '<a href=/x>',
      '<tr><td>',
      '<p hidden>',
      '<',
      '<script>',
    ].map(fill);
    // A parser that stalls takes many minutes; on a busy machine a second may be ten.
    const quick = 40_000;
    for (const body of [...bodies, `<p>a${fill(' ')}b`, `<a ${fill('href   ')}>`]) {
      const started = performance.now();
      await parser().parseHtml({ bytes: Buffer.from(`<title>x</title>${body}`), url: 'http://x.test/' });
      expect([body.slice(0, 10), performance.now() - started < quick]).toEqual([body.slice(0, 10), true]);
    }
    for (const [name, text] of [
      ['a.md', fill('<!--')],
      ['b.md', `# a${fill(' ')}x`],
      ['c.vtt', `WEBVTT\n\n00:00.000 --> 00:01.000\nword ${fill('<v ')}`],
      ['d.pdf', `%PDF-1.7\n${fill('/Fl stream ')}`],
    ] as const) {
      const started = performance.now();
      await codeOf(parse(name, text));
      expect([name, performance.now() - started < quick]).toEqual([name, true]);
    }
  });

  test('a line of 64 MB is read up to the text bound', async () => {
    const outcome = await watched(async () => {
      const result = await parse('line.txt', Buffer.alloc(64_000_000, 'word '));
      return `${result.text.length <= 5_000_000 && result.text.length > 4_900_000} ${result.truncated}`;
    });
    expect(outcome.code).toBe('true true');
    expect(outcome.peakBytes).toBeLessThan(512_000_000);
    expect(await codeOf(parse('line.txt', Buffer.alloc(100_000_001, 'a')))).toBe('document.too_large');
  });

  test('a file that takes too long is stopped, and a stopped task gives its own reason', async () => {
    const impatient = createDocumentParser({ limits: { timeoutMs: 30 } });
    expect(await codeOf(impatient.parse({ fileName: 'a.txt', bytes: Buffer.from('x') }))).toBe(
      'document.too_slow',
    );
    await impatient.close();
    const aborter = new AbortController();
    const running = parser().parse(
      { fileName: 'a.txt', bytes: Buffer.alloc(50_000_000, 'word ') },
      { signal: aborter.signal },
    );
    aborter.abort(new Error('no longer wanted'));
    await expect(running).rejects.toThrow('no longer wanted');
  });

  test('a process without memory ends alone', async () => {
    const small = createDocumentParser({ limits: { maxMemoryBytes: 120_000_000 } });
    expect(
      await codeOf(
        small.parse({
          fileName: 'a.json',
          bytes: Buffer.from(`[${'{"a":[1,2,3],"b":{"c":"d"}},'.repeat(500_000)}1]`),
        }),
      ),
    ).toBe('document.out_of_memory');
    await small.close();
  });

  test('closing leaves no process behind', async () => {
    const other = createDocumentParser();
    await Promise.all([
      other.parse({ fileName: 'a.txt', bytes: Buffer.from('x') }),
      other.parse({ fileName: 'b.txt', bytes: Buffer.from('y') }),
    ]);
    const before = children().length;
    await other.close();
    if (process.platform === 'linux') expect(children().length).toBe(before - 2);
    await expect(other.parse({ fileName: 'a.txt', bytes: Buffer.from('x') })).rejects.toThrow('closed');
  });
});
