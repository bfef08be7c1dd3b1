import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { domToText, type DomNode } from './dom-to-text.ts';

const textOf = (html: string): string =>
  domToText(parseHTML(`<html><body>${html}</body></html>`).document.body as unknown as DomNode);

describe('lists of terms', () => {
  it('keep a term and its short fact on one line', () => {
    expect(
      textOf(
        '<h2>Prijzen</h2><dl><dt>Band plakken</dt><dd>€ 15</dd><dt>Grote beurt:</dt><dd><p>€ 110</p></dd></dl>',
      ),
    ).toBe('## Prijzen\n\n- Band plakken: € 15\n- Grote beurt: € 110');
    expect(
      textOf(
        '<dl><div><dt>Phone</dt><dt>Fax</dt><dd>555 01</dd></div><div><dt>Open</dt><dd>9 to 5</dd><dd>not on Sunday</dd></div></dl>',
      ),
    ).toBe('- Phone, Fax: 555 01\n- Open: 9 to 5\n- not on Sunday');
  });

  it('make each term a heading where they explain at length', () => {
    const long = 'It sets how much memory the server takes. '.repeat(6).trim();
    expect(textOf(`<dl><dt>shared_buffers</dt><dd><p>${long}</p></dd></dl>`)).toBe(
      `##### shared_buffers\n\n${long}`,
    );
    expect(textOf(`<dl><dt>-m</dt><dt>--move</dt><dd><p>${long}</p></dd></dl>`)).toBe(
      `##### -m, --move\n\n${long}`,
    );
    expect(
      textOf(`<dl><dt>Type=</dt><dd><p>${long}</p><dl><dt>fork</dt><dd><p>${long}</p></dd></dl></dd></dl>`),
    ).toBe(`##### Type=\n\n${long}\n\n###### fork\n\n${long}`);
    expect(textOf('<dl><dt>Chapter one</dt><dt>Chapter two</dt></dl>')).toBe('Chapter one\n\nChapter two');
  });
});

describe('a page of a manual in one preformatted block', () => {
  it('becomes headings, running text and terms', () => {
    const page = textOf(`<pre>
POSTQUEUE(1)                                                      POSTQUEUE(1)

<b>NAME</b>
       postqueue - Postfix queue control

<b>SYNOPSIS</b>
       <b>postqueue</b> [<b>-v</b>] <b>-f</b>

<b>DESCRIPTION</b>
       The  postqueue(1)  command  implements  the  Postfix user interface for
       operations such as  delet-
       ing a message.

       <b>-c</b> <i>config_dir</i>
              The main.cf file is in the named directory.

       <b>-f</b>     Flush the queue: attempt to deliver
              all queued mail.

                                                                 POSTQUEUE(1)
</pre>`);
    expect(page).toBe(
      [
        '## postqueue - Postfix queue control',
        '## SYNOPSIS',
        '```\n       postqueue [-v] -f\n```',
        '## DESCRIPTION',
        'The postqueue(1) command implements the Postfix user interface for operations such as deleting a message.',
        '-c config_dir',
        'The main.cf file is in the named directory.',
        '-f',
        'Flush the queue: attempt to deliver all queued mail.',
      ].join('\n\n'),
    );
  });

  it('and other preformatted text stays as it is', () => {
    expect(textOf('<pre>NAME\n  a = 1\n\nVALUE\n  b = 2</pre>')).toBe(
      '```\nNAME\n  a = 1\n\nVALUE\n  b = 2\n```',
    );
  });
});
