import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import PdfKit from 'pdfkit';

export type ZipPart = {
  name: string;
  data?: Buffer | string;
  deflated?: Buffer;
  claimedSize?: number;
  realSize?: number;
  flags?: number;
};

/** A zip written by hand, so that it can lie. */
export function zip(parts: readonly ZipPart[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const data = Buffer.from(part.data ?? '');
    const packed = part.deflated ?? deflateRawSync(data);
    const size = part.claimedSize ?? part.realSize ?? data.length;
    const name = Buffer.from(part.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(part.flags ?? 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(part.deflated ? 0 : crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    pieces.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, name, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, tail, name);
    offset += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(parts.length & 0xffff, 8);
  end.writeUInt16LE(parts.length & 0xffff, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, list, end]);
}

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a Word file around a given `word/document.xml`. */
export function docxParts(documentPart: Omit<ZipPart, 'name'>): ZipPart[] {
  return [
    {
      name: '[Content_Types].xml',
      data: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationType}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    { name: 'word/document.xml', ...documentPart },
  ];
}

export function docxXml(text: string): string {
  return `<?xml version="1.0"?><w:document ${w}><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
}

export function pptx(slides: { title: string; lines: string[]; notes?: string }[]): Buffer {
  const a =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
  // Written in reverse, so that only the presentation's own list gives the right order.
  const order = slides.map((_, index) => slides.length - index);
  return zip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation ${a}><p:sldIdLst>${order.map((file, index) => `<p:sldId id="${256 + index}" r:id="rId${file}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: `<Relationships>${order.map((file) => `<Relationship Id="rId${file}" Type="${relationType}/slide" Target="slides/slide${file}.xml"/>`).join('')}</Relationships>`,
    },
    ...slides.flatMap((slide, index) => [
      {
        name: `ppt/slides/slide${order[index]}.xml`,
        data: `<p:sld ${a}><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><p:txBody>${paragraph(slide.title)}</p:txBody></p:sp><p:sp><p:txBody>${slide.lines.map(paragraph).join('')}</p:txBody></p:sp></p:sld>`,
      },
      ...(slide.notes
        ? [
            {
              name: `ppt/slides/_rels/slide${order[index]}.xml.rels`,
              data: `<Relationships><Relationship Id="r1" Type="${relationType}/notesSlide" Target="../notesSlides/notesSlide${index}.xml"/></Relationships>`,
            },
            {
              name: `ppt/notesSlides/notesSlide${index}.xml`,
              data: `<p:notes ${a}>${paragraph(slide.notes)}</p:notes>`,
            },
          ]
        : []),
    ]),
  ]);
}

export function xlsx(sheetName: string, rows: (string | number)[][]): Buffer {
  const cell = (value: string | number, column: number, row: number) => {
    const place = `${String.fromCharCode(65 + column)}${row + 1}`;
    return typeof value === 'number'
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const s =
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  return zip([
    {
      name: '[Content_Types].xml',
      data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationType}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${s}><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationType}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: `<worksheet ${s}><sheetData>${rows.map((row, index) => `<row r="${index + 1}">${row.map((value, column) => cell(value, column, index)).join('')}</row>`).join('')}</sheetData></worksheet>`,
    },
  ]);
}

export async function docx(): Promise<Buffer> {
  const cells = (...texts: string[]) =>
    new TableRow({ children: texts.map((text) => new TableCell({ children: [new Paragraph(text)] })) });
  return Packer.toBuffer(
    new Document({
      title: 'Ceník služeb',
      sections: [
        {
          children: [
            new Paragraph({ text: 'Ceník', heading: HeadingLevel.HEADING_1 }),
            new Paragraph('Otevřeno denně od 8 do 18 hodin.'),
            new Paragraph({ text: 'Objednávky online', bullet: { level: 0 } }),
            new Table({ rows: [cells('Služba', 'Cena'), cells('Střih', '450 Kč')] }),
          ],
        },
      ],
    }),
  );
}

export function pdf(
  write: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PdfKit(options);
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    write(document);
    document.end();
  });
}

/** A PDF of raw objects (the first is the catalogue), with a correct cross-reference table. */
export function rawPdf(objects: (string | Buffer)[]): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = pieces[0]?.length ?? 0;
  objects.forEach((object, index) => {
    offsets.push(length);
    const piece = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    pieces.push(piece);
    length += piece.length;
  });
  pieces.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

export function pdfWithContent(stream: Buffer, filter: string, extra = ''): Buffer {
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${extra} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter ${filter} >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
    font,
  ]);
}

export function pdfText(text: string): Buffer {
  return deflateSync(`BT /F1 12 Tf 50 700 Td (${text}) Tj ET`);
}
