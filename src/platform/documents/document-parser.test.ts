import { describe, expect, test } from 'vitest';
import { docx, docxParts, docxXml, pdf, pptx, xlsx, zip } from './__fixtures__/made-files.ts';
import { codeOf, parserOfFile } from './__fixtures__/parsed.ts';

const { parse, parser } = parserOfFile();

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
    expect((await parse('set.md', '# The _new_ `shared_buffers`\n\nText')).title).toBe(
      'The new shared_buffers',
    );
    expect(
      await parse(
        'page.html',
        '<!doctype html><html lang="nl"><title>Pagina</title><nav>Menu</nav><h1>Brood</h1><p>Vers<br>brood</p><script>x()</script></html>',
      ),
    ).toMatchObject({ kind: 'html', title: 'Pagina', language: 'nl', text: '# Brood\n\nVers\nbrood' });
  });

  test('a file can be read from disk', async () => {
    expect((await parser().parse({ fileName: 'x.ts.txt', path: import.meta.filename })).text).toContain(
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
        await parser().parseHtml({
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
