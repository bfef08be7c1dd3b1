import { describe, expect, it } from 'vitest';
import { phrasesOf } from './__fixtures__/small-site.ts';
import { compose } from './answer-from-passages.ts';

const directives = `## KeepAlive Directive

| Description: | Enables HTTP persistent connections |
| Syntax: | KeepAlive On/Off |
| Default: | KeepAlive On |
| Context: | server config, virtual host |

When a server has many clients, KeepAlive can hold connections open that nobody uses. The extension allows several requests over one connection.

## DirectoryIndex Directive

| Description: | List of resources to look for |
| Default: | DirectoryIndex index.html |

If a default value is given, it is used where the directive is missing.`;

const programs = `# createdb — create a new database

\`\`\`
createdb [option...] [dbname]
\`\`\`

createdb [-h | -V] [name]

## Description

createdb makes a database in the cluster of a server.

## Notes

When createdb fails, look into the log of the server. This program needs a running server.`;

const glossary = `Commission

The fee paid to a broker to buy or sell securities.

Commodity

A commodity is something of value that is easily tradeable. When a commission is paid for a commodity, it is part of the cost.`;

const budget = `## 14.2. Creating a Budget

Even before you begin to make a budget, think about your account hierarchy. When you create a budget, accounts must be as specific as it is.

### 14.2.3. Getting Started

To create a budget, click on Actions and on New Budget. You will see a budget without entries.`;

/** Asks a collection of many chunks, in which these words are neither rare nor everywhere. */
const ask = (question: string, text: string, title = 'Manual'): string =>
  compose({
    question,
    history: [],
    passages: [{ number: 1, title, heading: '', text, score: 0.8 }],
    counts: {
      chunks: 2_000,
      having: new Map(
        question
          .toLowerCase()
          .match(/[\p{L}]+/gu)
          ?.map((word) => [word, 40]) ?? [],
      ),
    },
    topics: [],
    agentName: 'Manual',
    language: 'en',
    texts: phrasesOf,
  });

describe('a manual', () => {
  it.each([
    [
      'What does the KeepAlive directive do?',
      directives,
      'Enables HTTP persistent connections',
      'many clients',
    ],
    ['What is the default value of KeepAlive?', directives, 'Default: KeepAlive On', 'Syntax'],
    ['What is the default of DirectoryIndex?', directives, 'Default: DirectoryIndex index.html', 'KeepAlive'],
    ['What does createdb do?', programs, 'createdb — create a new database', 'option...'],
    ['What is a commission?', glossary, 'The fee paid to a broker', 'tradeable'],
    ['How do I create a budget?', budget, 'To create a budget, click on Actions', 'Even before'],
  ])('%s', (question, text, held, never) => {
    const answer = ask(question, text);
    expect(answer).toContain(held);
    expect(answer).not.toContain(never);
  });

  it('goes on with what a program does and not with how it is called', () => {
    expect(ask('What does createdb do?', programs)).toContain('makes a database in the cluster');
  });

  it('says nothing of what it has no section for', () => {
    expect(ask('What does the Frobnicate directive do?', directives)).toContain('couldn’t find');
  });
});
