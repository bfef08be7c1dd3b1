import { describe, expect, it } from 'vitest';
import { phrasesOf } from './__fixtures__/small-site.ts';
import { compose } from './answer-from-passages.ts';

const directives = `## KeepAlive Directive

| Description: | Enables HTTP persistent connections |
| Syntax: | KeepAlive On/Off |
| Default: | KeepAlive On |
| Context: | server config, virtual host |

When a server has many clients, KeepAlive can hold connections open that nobody uses. The extension \
allows several requests over one connection.

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

A commodity is something of value that is easily tradeable. When a commission is paid for a commodity, it \
is part of the cost.`;

const budget = `## 14.2. Creating a Budget

Even before you begin to make a budget, think about your account hierarchy. When you create a budget, \
accounts must be as specific as it is.

### 14.2.3. Getting Started

To create a budget, click on Actions and on New Budget. You will see a budget without entries.`;

const smudge = `### Smudge

Figure 14.105. Smudge tool

The Smudge tool evokes finger painting. It works in two ways:

- Without flow it uses the current brush to smudge colors.
- With flow it works as a brush.

### Bake

The Bake tool dries the paint. You can open it:

- through the menu of tools, where it stands below all of those that paint, erase, blur, sharpen, clone, heal, \
smudge, dodge, burn, fill and draw, and above those that measure, zoom, move, align, select and crop, unless the \
menu was changed by the person who set up the program, in which case it stands where they have put it;
- by a press of the key B on a keyboard, which has to be one that the program knows, and which must not be taken by \
another tool, a plug-in, the window manager or the system, all of which come before the program's own keys and may \
be asked for in the preferences, on the page that lists the keys, in the order in which they were last changed.`;

const settings = `## max_connections (integer)

Determines the maximum number of concurrent connections to the database server. The default is typically \
100 connections. When running a standby server, you must set this higher.

## superuser_reserved_connections (integer)

Determines the number of connection slots that are reserved. The default value is three connections.

## queue_run_delay (default: 300s)

The time between deferred queue scans by the queue manager; prior to Postfix 2.4 the default value was 1000s.

## allow-query

Grammar:

\`\`\`
allow-query { <address_match_element>; ... };
\`\`\`

Specifies which hosts are allowed to ask questions.`;

const kinds = `# Indexes

Indexes speed up retrieval.

## Index Types

There are several types of indexes, each for a form of query.

### B-tree

B-trees can handle equality and range queries.

### Hash

A hash index stores a 32-bit hash code. It is only good for simple comparisons.

# Locks

A lock keeps others out of a table.`;

const modes = `## Modes

Especially in polling mode, it is slow. Polling mode is a way of reading that looks into each file from \
time to time. Inotify mode is a way of reading in which the kernel reports each change.

## Pauses

The server waits before it reports an error. This idea is called tar pitting. Dynamic Shared Objects \
(DSO) provide a way to load parts of a program at run time.`;

const options = `# OPTIONS

##### --proxy-insecure

Same as -k, --insecure but used in HTTPS proxy context.

##### -k, --insecure

By default, every secure connection is verified. This option makes the program skip the verification step.

##### --compressed

Request a compressed response. The content is decompressed when it comes.

##### ServerAliveCountMax

Sets the number of messages. If, for example, the interval is 15 and ServerAliveCountMax is left at the \
default, it ends after 45 seconds. The default value is 3.

| local_interfaces | Use: main | Type: string list |

This option controls which network interfaces the daemon listens on.

| local_scan_timeout | Use: main | Type: time |

This timeout applies to the function.`;

const pages = `## Description

\`\`\`
# Keep seven days
$ tool prune --keep 7
\`\`\`

The prune command removes old archives. Important: Disk space is freed later by tool compact.`;

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
    ['What is the default value of max_connections?', settings, '100 connections', 'three'],
    ['What is the default of queue_run_delay?', settings, 'default: 300s', '1000s'],
    ['What does allow-query do?', settings, 'Specifies which hosts', 'Grammar'],
    ['Which types of indexes are there?', kinds, '- Hash', 'keeps others out'],
    [
      'What is the difference between polling mode and inotify mode?',
      modes,
      'looks into each file',
      'Especially',
    ],
    ['How does inotify mode differ from polling mode?', modes, 'kernel reports each change', 'Especially'],
    ['What is tar pitting?', modes, 'waits before it reports an error', 'Polling'],
    ['What is a DSO?', modes, 'Dynamic Shared Objects (DSO)', 'Polling'],
    ['What does --insecure do?', options, 'skip the verification step', 'proxy'],
    ['What does --compressed do?', options, 'Request a compressed response', 'verified'],
    ['What is the default of ServerAliveCountMax?', options, 'The default value is 3', '45 seconds'],
    ['What does local_interfaces control?', options, 'which network interfaces', 'timeout'],
    ['What does the Smudge tool do?', smudge, 'uses the current brush to smudge colors', '14.105'],
    ['What does the Bake tool do?', smudge, 'dries the paint.', 'You can open it'],
    ['How do I create a budget?', budget, 'To create a budget, click on Actions', 'Even before'],
  ])('%s', (question, text, held, never) => {
    const answer = ask(question, text);
    expect(answer).toContain(held);
    expect(answer).not.toContain(never);
  });

  it('goes on with what a program does and not with how it is called', () => {
    expect(ask('What does createdb do?', programs)).toContain('makes a database in the cluster');
  });

  it('takes the name of the page for what its description is about', () => {
    const answer = ask('What does tool prune do?', pages, 'tool prune — Tool');
    expect(answer).toContain('removes old archives');
    expect(answer).not.toContain('Keep seven days');
  });

  it('says nothing of what it has no section for', () => {
    expect(ask('What does the Frobnicate directive do?', directives)).toContain('couldn’t find');
  });
});
