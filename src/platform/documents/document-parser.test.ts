import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/processor-time.ts';
import {
  docx,
  docxParts,
  docxXml,
  pdf,
  pdfText,
  pdfWithContent,
  pptx,
  rawPdf,
  xlsx,
  zip,
} from './__fixtures__/made-files.ts';
import { DocumentError } from './document-error.ts';
import { createDocumentParser } from './document-parser.ts';
import type { DocumentParser } from './document-parser.ts';
import type { ParsedDocument } from './document-types.ts';

let parser: DocumentParser;
let temporary: string;
const systemTemporary = process.env['TMPDIR'];

beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), 'documents-test-'));
  process.env['TMPDIR'] = temporary;
  parser = createDocumentParser();
});
afterAll(async () => {
  await parser.close();
  if (systemTemporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = systemTemporary;
  rmSync(temporary, { recursive: true });
});

const parse = (
  fileName: string,
  bytes: Buffer | string,
  more: { mimeType?: string } = {},
): Promise<ParsedDocument> => parser.parse({ fileName, bytes: Buffer.from(bytes), ...more });

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'read';
  } catch (error) {
    if (error instanceof DocumentError) return error.code;
    throw error;
  }
}

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

describe('good files', () => {
  test('a PDF keeps its pages, headings, paragraphs and divided words', async () => {
    const file = await pdf(
      (document) => {
        for (let page = 1; page <= 5; page += 1) {
          if (page > 1) document.addPage();
          document.fontSize(8).text("The baker's manual", 72, 30, { lineBreak: false });
          document.fontSize(20).text(`Chapter ${page}`, 72, 80);
          document
            .fontSize(11)
            .text('Bread is baked at two hundred and thirty de-', 72, 120, { lineBreak: false });
          document.text('grees in a self-service oven. The crust stays soft.', 72, 134, { lineBreak: false });
          document.text('Price list', 72, 180, { lineBreak: false });
          document
            .text('Rye bread', 72, 194, { lineBreak: false })
            .text('4.20', 300, 194, { lineBreak: false });
          document.fontSize(8).text(`Page ${page} of 5`, 280, 760, { lineBreak: false });
        }
      },
      { margin: 20, info: { Title: 'Manual' } },
    );
    const result = await parse('manual.pdf', file, { mimeType: 'application/pdf' });
    expect(result).toMatchObject({ kind: 'pdf', title: 'Manual', truncated: false, metadata: { pages: 5 } });
    expect(result.pages).toHaveLength(5);
    const third = result.pages?.[2];
    const text = result.text.slice(third?.start, third?.end);
    expect(text).toMatch(
      /^# Chapter 3\n\nBread is baked at two hundred and thirty degrees in a self-service oven/,
    );
    expect(text).toContain('Rye bread | 4.20');
    expect(result.text).not.toMatch(/baker's manual|of 5/);
  });

  test('a PDF of 200 pages is read to its end', async () => {
    const file = await pdf((document) => {
      for (let page = 1; page <= 200; page += 1) {
        if (page > 1) document.addPage();
        document.text(
          `Marker${page}. ${'The oven is heated before the loaves go in and the steam is added. '.repeat(30)}`,
        );
      }
    });
    const result = await parse('long.pdf', file);
    expect(result.pages).toHaveLength(200);
    expect(result.text).toContain('Marker200.');
  });

  test('a Word file becomes headings, lists and tables', async () => {
    const result = await parse('cenik.docx', await docx());
    expect(result).toMatchObject({ kind: 'docx', title: 'Ceník služeb' });
    expect(result.text).toBe(
      '# Ceník\n\nOtevřeno denně od 8 do 18 hodin.\n\n- Objednávky online\n\n| Služba | Cena |\n| Střih | 450 Kč |',
    );
  });

  test('slides are pages in the order of the presentation, with their notes', async () => {
    const result = await parse(
      'talk.pptx',
      pptx([
        { title: 'First &amp; foremost', lines: ['One'], notes: 'Say hello' },
        { title: 'Second', lines: ['Two', 'Three'] },
      ]),
    );
    expect(result.text).toBe('## First & foremost\n\nOne\n\nSay hello\n\n## Second\n\nTwo\nThree');
    expect(result.pages?.map(({ start, end }) => result.text.slice(start, end).split('\n', 1)[0])).toEqual([
      '## First & foremost',
      '## Second',
    ]);
  });

  test('rows of sheets and CSV files stand for themselves', async () => {
    const sheet = await parse(
      'prices.xlsx',
      xlsx('Prices', [
        ['Bread', 'Price'],
        ['Rye', 4.2],
        ['Wheat', 3],
      ]),
    );
    expect(sheet.text).toBe('## Prices\n\nBread: Rye; Price: 4.2\nBread: Wheat; Price: 3');
    expect(
      (
        await parse(
          'prices.csv',
          '\ufeffName;Cena;Poznámka\r\nChléb;"45,00";"čerstvý; denně"\r\nRohlík;3,50;\r\n',
        )
      ).text,
    ).toBe('Name: Chléb; Cena: 45,00; Poznámka: čerstvý; denně\nName: Rohlík; Cena: 3,50');
  });

  test('JSON, subtitles, markdown and HTML become readable text', async () => {
    expect(
      (
        await parse(
          'shop.json',
          JSON.stringify({
            name: 'Shop',
            openingHours: { monday: '9-17' },
            items: [{ name: 'Cup', tags: ['a', 'b'] }],
          }),
        )
      ).text,
    ).toBe('name: Shop\nopening hours › monday: 9-17\n\n## items\n\nname: Cup; tags: a, b');
    const cues =
      '1\n00:00:01,000 --> 00:00:02,000\n<i>Welcome</i> to\n\n2\n00:00:02,000 --> 00:00:04,000\nthe show.\n';
    expect((await parse('film.srt', cues)).text).toBe('Welcome to the show.');
    expect((await parse('film.vtt', `WEBVTT\n\n${cues.replaceAll(',000', '.000')}`)).text).toBe(
      'Welcome to the show.',
    );
    expect(
      await parse('notes.md', '---\ntitle: "Notes"\n---\n# Head\n\nText <!-- secret -->here'),
    ).toMatchObject({ title: 'Notes', text: '# Head\n\nText here' });
    expect(
      await parse(
        'page.html',
        '<!doctype html><html lang="nl"><title>Pagina</title><nav>Menu</nav><h1>Brood</h1><p>Vers<br>brood</p><script>x()</script></html>',
      ),
    ).toMatchObject({ kind: 'html', title: 'Pagina', language: 'nl', text: '# Brood\n\nVers\nbrood' });
  });

  test('a file can be read from disk', async () => {
    expect((await parser.parse({ fileName: 'x.ts.txt', path: import.meta.filename })).text).toContain(
      'can be read from disk',
    );
  });
});

describe('encodings', () => {
  const czech = 'Příliš žluťoučký kůň úpěl ďábelské ódy';
  test('Czech text is read in UTF-8, UTF-16 and windows-1250', async () => {
    const table = new Map(
      [...new TextDecoder('windows-1250').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
        (character, byte) => [character, byte],
      ),
    );
    const windows = Buffer.from([...czech].map((character) => table.get(character) ?? 63));
    const utf16 = Buffer.from(`\ufeff${czech}`, 'utf16le');
    for (const bytes of [
      Buffer.from(czech),
      Buffer.from(`\ufeff${czech}`),
      windows,
      utf16,
      Buffer.from(utf16).swap16(),
      Buffer.from(czech, 'utf16le'),
    ])
      expect((await parse('a.txt', bytes)).text).toBe(czech);
    expect(
      (
        await parser.parseHtml({
          bytes: Buffer.concat([Buffer.from('<meta charset="windows-1250"><p>'), windows]),
          url: 'http://x.test/',
        })
      ).text,
    ).toBe(czech);
  });

  test('western single-byte text and broken UTF-8 stay readable', async () => {
    expect(
      (await parse('a.txt', Buffer.from('Une crème brûlée à volonté, façon grand-mère', 'latin1'))).text,
    ).toBe('Une crème brûlée à volonté, façon grand-mère');
    expect(
      (
        await parse(
          'a.txt',
          Buffer.concat([Buffer.from('Žluťoučký kůň '), Buffer.from([0xff, 0xc3]), Buffer.from(' běží')]),
        )
      ).text,
    ).toBe('Žluťoučký kůň  běží');
  });

  test('NUL, lone surrogates and marks that turn text around are left out', async () => {
    const result = await parse('a.json', '{"text":"a\\u0000b\\ud800c\\udc00d\\u202Ee\\u200Bf 😀"}');
    expect(result.text).toBe('text: abcdef 😀');
    expect(result.text.isWellFormed()).toBe(true);
  });
});

describe('files that are not what they seem', () => {
  test('the content decides, and a contradicting name is refused', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(500)]);
    const cases: [string, Buffer | string, string][] = [
      ['a.docx', await pdf((document) => document.text('x')), 'document.type_mismatch'],
      ['a.pdf', await docx(), 'document.type_mismatch'],
      ['a.pdf', 'just text', 'document.type_mismatch'],
      ['a.txt', png, 'document.type_mismatch'],
      ['a.png', '<!doctype html><script>alert(1)</script>', 'document.type_mismatch'],
      ['a.png', png, 'document.unsupported'],
      ['a.zip', zip([{ name: 'x.txt', data: 'x' }]), 'document.unsupported'],
      [
        'a.docx',
        zip([{ name: 'inner.zip', data: zip([{ name: 'word/document.xml', data: 'x' }]) }]),
        'document.type_mismatch',
      ],
      [
        'a.doc',
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
        'document.unsupported',
      ],
      [
        'a.docx',
        Buffer.concat([
          Buffer.from('d0cf11e0a1b11ae1', 'hex'),
          Buffer.alloc(600),
          Buffer.from('EncryptedPackage', 'utf16le'),
        ]),
        'document.encrypted',
      ],
      [
        'a.pdf',
        await pdf((document) => document.text('secret'), { userPassword: 'geheim', pdfVersion: '1.7' }),
        'document.encrypted',
      ],
      ['a.docx', zip(docxParts({ data: docxXml('x'), flags: 1 })), 'document.encrypted'],
      ['a.txt', '', 'document.empty'],
      ['a.pdf', '', 'document.empty'],
      ['a.pdf', await pdf((document) => document.rect(0, 0, 100, 100).fill('red')), 'document.empty'],
      ['a.csv', ' \n \n', 'document.empty'],
      ['a.json', '{"a":', 'document.damaged'],
      ['a.srt', 'no cues here', 'document.damaged'],
      ['a.docx', (await docx()).subarray(0, 3_000), 'document.damaged'],
      ['a.pdf', Buffer.from('%PDF-1.7\nnothing'), 'document.damaged'],
      ['a.pdf', (await pdf((document) => document.text('x'))).subarray(0, 200), 'document.damaged'],
    ];
    for (const [name, bytes, code] of cases)
      expect([name, bytes.length, await codeOf(parse(name, bytes))]).toEqual([name, bytes.length, code]);
    // Without an extension the content alone speaks.
    expect((await parse('manual', await docx())).kind).toBe('docx');
    expect((await parse('../../etc/passwd\u0000.html', '<!doctype html><p>Hello there')).title).toBe(
      'passwd',
    );
  });
});

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
    expect(readdirSync(temporary)).toEqual([]);
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
    const deep = await parser.parseHtml({
      bytes: Buffer.from(`<title>Deep</title>${'<div>'.repeat(20_000)}the bottom`),
      url: 'http://x.test/',
    });
    expect(deep.text).toBe('# Deep\n\nthe bottom');
    const large = await parser.parseHtml({
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
    for (const body of [...bodies, `<p>a${fill(' ')}b`, `<a ${fill('href   ')}>`]) {
      const started = performance.now();
      await parser.parseHtml({ bytes: Buffer.from(`<title>x</title>${body}`), url: 'http://x.test/' });
      expect([body.slice(0, 10), performance.now() - started < 10_000]).toEqual([body.slice(0, 10), true]);
    }
    for (const [name, text] of [
      ['a.md', fill('<!--')],
      ['b.md', `# a${fill(' ')}x`],
      ['c.vtt', `WEBVTT\n\n00:00.000 --> 00:01.000\nword ${fill('<v ')}`],
      ['d.pdf', `%PDF-1.7\n${fill('/Fl stream ')}`],
    ] as const) {
      const started = performance.now();
      await codeOf(parse(name, text));
      expect([name, performance.now() - started < 10_000]).toEqual([name, true]);
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
    const running = parser.parse(
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
