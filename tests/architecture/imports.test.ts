import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readImports } from './import-graph.ts';
import { brokenImportRules, featureCycles, fileCycles, importRules } from './import-rules.ts';
import { readTree, withFiles } from './source-tree.ts';

const tree = readTree();
const imports = readImports(tree);
const aliases = tree.get('package.json') ?? '';

/** For each rule a file that breaks it: [path, text]. */
const breaches: Record<string, [file: string, text: string]> = {
  'nothing-missing': ['src/shared/breach.ts', `import './not-there.ts';`],
  'no-test-code-in-production': [
    'src/platform/clock/breach.ts',
    `import { startTestApp } from '#tests/support/app/test-app.ts';`,
  ],
  'shared-is-the-bottom': ['src/shared/breach.ts', `import { systemClock } from '#platform/clock/clock.ts';`],
  'platform-knows-no-business': [
    'src/platform/clock/breach.ts',
    `import { roles } from '#features/accounts/accounts.contract.ts';`,
  ],
  'providers-know-no-business': [
    'src/providers/email/breach.ts',
    `import type { Role } from '#features/accounts/accounts.contract.ts';`,
  ],
  'features-know-no-app': [
    'src/features/agents/server/breach.ts',
    `export { createServices } from '#apps/server/services.ts';`,
  ],
  'ui-knows-no-business': [
    'src/ui/breach.ts',
    `import { roles } from '#features/accounts/accounts.contract.ts';`,
  ],
  'apps-are-strangers': ['src/apps/web/breach.ts', `import '#apps/chat/boot.ts';`],
  'provider-families-are-strangers': [
    'src/providers/llm/breach.ts',
    `import type { EmailProvider } from '#providers/email/email.port.ts';`,
  ],
  'vendors-are-strangers': [
    'src/providers/llm/groq/breach.ts',
    `import { mistral } from '../mistral/mistral.adapter.ts';`,
  ],
  'features-see-ports-only': [
    'src/features/mail/server/breach.ts',
    `import { x } from '#providers/email/smtp/smtp.adapter.ts';`,
  ],
  'vendor-sdks-stay-in-providers': [
    'src/features/mail/server/breach.ts',
    `import nodemailer from 'nodemailer';`,
  ],
  'browser-never-imports-server': [
    'src/features/agents/web/breach.tsx',
    `const later = () => import('../server/agents.usecases.ts');`,
  ],
  'browser-has-no-node': ['src/ui/breach.ts', `import fs from 'fs';`],
  'server-never-imports-browser': [
    'src/features/agents/server/breach.ts',
    `import { Button } from '#ui/controls/button.tsx';`,
  ],
  'sides-are-strangers': [
    'src/features/agents/web/breach.tsx',
    `import { Message } from '#features/conversations/chat/messages/Message.tsx';`,
  ],
  'contracts-are-pure': [
    'src/features/mail/breach.contract.ts',
    `import { x } from './server/mail.table.ts';`,
  ],
  'contracts-know-zod-only': ['src/features/mail/breach.contract.ts', `import bowser from 'bowser';`],
  'chat-takes-types-from-contracts': [
    'src/features/conversations/chat/breach.ts',
    `import { citationSchema } from '../conversations.contract.ts';`,
  ],
  'chat-is-preact': ['src/features/conversations/chat/breach.tsx', `import { useState } from 'react';`],
  'only-the-chat-is-preact': ['src/features/agents/web/breach.tsx', `import { h } from 'preact';`],
  'loader-is-tiny': ['src/apps/loader/breach.ts', `import { languages } from '#shared/languages.ts';`],
  'react-wrapper-is-tiny': ['src/apps/loader/react.ts', `import { languages } from '#shared/languages.ts';`],
  'features-enter-by-the-door': [
    'src/features/agents/server/breach.ts',
    `import { x } from '#features/knowledge/server/processing/chunking.models.ts';`,
  ],
  'sql-enters-by-contracts-and-tables': [
    'src/features/agents/server/breach.repository.ts',
    `import { x } from '#features/accounts/server/accounts.usecases.ts';`,
  ],
  'routes-are-thin': [
    'src/features/agents/server/breach.routes.ts',
    `import { agents } from './agents.table.ts';`,
  ],
  'usecases-know-no-http': [
    'src/features/agents/server/breach.usecases.ts',
    `type Request = import('fastify').FastifyRequest;`,
  ],
  'access-is-known-as-a-type': [
    'src/features/agents/server/breach.usecases.ts',
    `import * as access from '#platform/http/access.ts';`,
  ],
  'sql-lives-in-repositories': [
    'src/features/agents/server/breach.usecases.ts',
    `import { sql } from 'drizzle-orm';`,
  ],
  'http-lives-in-routes': [
    'src/features/agents/server/breach.jobs.ts',
    `import type { FastifyReply } from 'fastify';`,
  ],
};

describe('imports', () => {
  it('keep every rule', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    expect(
      brokenImportRules(imports).map(
        (broken) => `${broken.from}:${broken.line} imports ${broken.to} (${broken.rule}: ${broken.why})`,
      ),
    ).toEqual([]);
  });

  it('form no ring of files', () => {
    expect(fileCycles(imports)).toEqual([]);
  });

  it('form no ring of features', () => {
    expect(featureCycles(imports)).toEqual([]);
  });
});

describe('the check of imports', () => {
  it.each(importRules.map((rule) => rule.name))('notices a breach of %s', (name) => {
    const [file, text] = breaches[name] ?? [];
    if (file === undefined || text === undefined) throw new Error(`No breach is written for ${name}`);
    const found = brokenImportRules(
      readImports(withFiles(tree, { [file]: text }), [path.dirname(file)]).filter(
        (edge) => edge.from === file,
      ),
    );
    expect(found.map((broken) => broken.rule)).toContain(name);
  });

  it('notices two files that import each other, but lets types go round', () => {
    const ring = (word: string) =>
      new Map([
        ['package.json', aliases],
        ['src/shared/a.ts', `import { b } from './b.ts';`],
        ['src/shared/b.ts', `import ${word}{ a } from './a.ts';`],
      ]);
    expect(fileCycles(readImports(ring('')))).toEqual([
      ['src/shared/a.ts', 'src/shared/b.ts', 'src/shared/a.ts'],
    ]);
    expect(fileCycles(readImports(ring('type ')))).toEqual([]);
  });

  it('notices features that know each other over three corners, types included', () => {
    const edge = (from: string, to: string): [string, string] => [
      `src/features/${from}/${from}.contract.ts`,
      `import type { T } from '#features/${to}/${to}.contract.ts';`,
    ];
    const ring = new Map([
      ['package.json', aliases],
      edge('agents', 'contacts'),
      edge('contacts', 'inbox'),
      edge('inbox', 'agents'),
    ]);
    expect(featureCycles(readImports(ring))).toEqual([['agents', 'contacts', 'inbox', 'agents']]);
  });

  it('sees every way of importing', () => {
    const text = [
      `import a from 'one';`,
      `import { type B } from 'two';`,
      `export * from 'three';`,
      `export type { C } from 'four';`,
      `const d = await import('five');`,
      `type E = import('six').F;`,
      `import 'seven';`,
    ].join('\n');
    const found = readImports(
      new Map([
        ['package.json', aliases],
        ['src/shared/a.ts', text],
      ]),
    );
    expect(
      found.map(({ to, line, isType }) => `${to} ${line} ${isType ? 'type' : 'value'}`).toSorted(),
    ).toEqual(
      [
        'npm/five 5 value',
        'npm/four 4 type',
        'npm/one 1 value',
        'npm/seven 7 value',
        'npm/six 6 type',
        'npm/three 3 value',
        'npm/two 2 type',
      ].toSorted(),
    );
  });
});
