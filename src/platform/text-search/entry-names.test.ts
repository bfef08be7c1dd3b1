import { describe, expect, it } from 'vitest';
import { isHollow, namesBelow, namesOf, namesOfTitle, spelledIn, spells } from './entry-names.ts';

describe('names of what a heading explains', () => {
  it.each([
    ['-k, --insecure', ['-k', '--insecure']],
    ['--[no-]progress', ['--progress', '--no-progress']],
    ['--connect-timeout <fractional seconds>', ['--connect-timeout']],
    ['KillMode=', ['KillMode']],
    ['shared_buffers (integer)', ['shared_buffers']],
    ['mask UNIT...', ['mask']],
    ['21. Running the daemon', ['Running the daemon']],
    ['Chapter 29 - The pipe transport', ['The pipe transport']],
    ['6. Cycling log files (exicyclog)', ['Cycling log files', 'exicyclog']],
    ['6.4. Split DNS', ['Split', 'Split DNS']],
    ['AllowOverride Directive', ['AllowOverride', 'AllowOverride Directive']],
  ])('%s', (heading, names) => {
    expect(namesOf(heading)).toEqual(names);
  });

  it('leave the site out of a title', () => {
    expect(namesOfTitle('borg prune — Borg')).toEqual(['borg prune']);
    expect(namesOfTitle('git-stash(1) Manual Page')).toEqual(['git-stash', 'git stash']);
    expect(namesOfTitle('41.3. Materialized Views')).toEqual(['Materialized Views']);
  });

  it('are not told by “Description”, in any language', () => {
    for (const heading of ['Description', 'Beschrijving', 'Descripción', 'Introdução', 'Aperçu', 'Přehled'])
      expect(isHollow(heading)).toBe(true);
    expect(isHollow('5.1. Overview')).toBe(true);
    expect(isHollow('Descriptions of fields')).toBe(false);
  });

  it('are those of the page, too, whose heading is its title in other words', () => {
    const page = ['git-gc(1)', 'git-gc(1) Manual Page'];
    expect(namesBelow([...page, 'NAME'], 'git-gc(1)')).toEqual(['git-gc', 'git gc']);
    expect(namesBelow([...page, 'OPTIONS', '--auto'], 'git-gc(1)')).toEqual(['--auto']);
    expect(namesBelow(['mod_rewrite', 'Apache Module mod_rewrite'], 'mod_rewrite')).toContain('mod_rewrite');
    expect(namesBelow(['Tablespaces', 'Managing Tablespaces'], 'Tablespaces')).toEqual([
      'Managing Tablespaces',
    ]);
  });

  it('are found as a question spells them', () => {
    const words = spelledIn('What does “git stash” do with --keep-index?');
    const small = new Set([...words].map((word) => word.toLowerCase()));
    expect(spells(['git stash'], words, small)).toEqual({ name: 'git stash', share: 1 });
    expect(spells(['-k', '--keep-index'], words, small)).toEqual({ name: '--keep-index', share: 1 });
    expect(spells(['Git Stash'], words, small)?.share).toBe(0.85);
    expect(spells(['--index'], words, small)).toBeNull();
  });
});
