import { describe, expect, it } from 'vitest';
import { phrasesOf } from './__fixtures__/small-site.ts';
import { compose } from './answer-from-passages.ts';

type Page = {
  title: string;
  heading?: string;
  text: string;
};

function ask(question: string, pages: readonly Page[], before?: string): string {
  return compose({
    question,
    history: before === undefined ? [] : [{ role: 'visitor', text: before }],
    passages: pages.map((page, index) => ({
      number: index + 1,
      heading: '',
      score: 5 - index,
      language: 'en' as const,
      ...page,
    })),
    counts: {
      chunks: 4_000,
      having: new Map([
        ['elk', 300],
        ['gc', 12],
        ['prefetch', 9],
        ['split', 60],
        ['dns', 400],
        ['chart', 40],
      ]),
    },
    topics: [],
    agentName: 'Elk',
    language: 'en',
    texts: phrasesOf,
  });
}

describe('the entry of a thing', () => {
  it('is the page of the command before it is a word on the page of another command', () => {
    const answer = ask('What does elk gc do?', [
      {
        title: 'elk-mend(1)',
        heading: 'elk-mend(1) Manual Page › COMMANDS',
        text: '##### gc\n\nPrunes records of conflicts that are older than two weeks.',
      },
      {
        title: 'elk-gc(1)',
        heading: 'elk-gc(1) Manual Page',
        text: '## NAME\n\nelk-gc - Clean up files that nobody needs and pack the others',
      },
    ]);
    expect(answer).toContain('Clean up files that nobody needs');
  });

  it('begins with what explains the thing, and not with how it is written', () => {
    const answer = ask('What is prefetch for?', [
      {
        title: '8.2. Blocks',
        text: '##### prefetch\n\nGrammar: prefetch integer [ integer ];\n\nFetches a record again before its time is over, so that nobody waits for it.',
      },
    ]);
    expect(answer).toContain('Fetches a record again');
    expect(answer).not.toContain('Grammar');
  });

  it('is no list of what to see also', () => {
    const answer = ask('What does elk-chart do?', [
      {
        title: 'elk-from - makes keys',
        text: '## See Also\n\nelk-chart(8), elk-sign(8), Elk Administrator Reference Manual, RFC 4034.',
      },
      {
        title: 'elk-chart - draws',
        text: '## Description\n\nelk-chart draws the numbers of a table as a picture.',
      },
    ]);
    expect(answer).toContain('draws the numbers of a table');
  });

  it('is the one whose name has all that is asked for', () => {
    const answer = ask('What is split DNS?', [
      {
        title: 'dig - DNS lookup utility',
        text: '##### +split=W\n\nThis option splits long fields in DNS records into chunks of W characters.',
      },
      {
        title: '6.4. Split DNS',
        text: '## 6.4. Split DNS\n\nSetting up different views of the DNS space to internal and external resolvers is called a split DNS setup.',
      },
    ]);
    expect(answer).toContain('different views of the DNS space');
  });

  it('is still meant when the next question only points at it', () => {
    const pages = [
      {
        title: 'Memory',
        text: [
          '##### `wal_buffers` (integer)',
          '',
          'The amount of memory for data that was not written yet. The default of -1 takes 3% of shared_buffers, but no less than 64kB.',
          '',
          '##### `shared_buffers` (integer)',
          '',
          'Sets the amount of memory the server uses for shared memory buffers. The default is typically 128 megabytes.',
        ].join('\n'),
      },
    ];
    expect(ask('What is its default?', pages, 'What is shared_buffers?')).toContain('128 megabytes');
  });
});
