import type { KnowledgeState, SourceKind } from '../../knowledge.contract.ts';

export type KnowledgeChange = {
  title: string;
  kind: SourceKind;
  change: 'added' | 'removed' | 'changed' | 'gone';
};

/** What became of the sources between two moments, in the order in which they are listed. */
export function knowledgeChanges(before: KnowledgeState, now: KnowledgeState): KnowledgeChange[] {
  const known = new Map(before.map((source) => [source.id, source]));
  const here = new Set(now.map(({ id }) => id));
  return [
    ...now.flatMap(({ id, title, kind, hash }): KnowledgeChange[] => {
      const was = known.get(id);
      if (!was) return [{ title, kind, change: 'added' }];
      return was.title === title && was.hash === hash ? [] : [{ title, kind, change: 'changed' }];
    }),
    ...before
      .filter(({ id }) => !here.has(id))
      .map(({ title, kind }): KnowledgeChange => ({ title, kind, change: 'removed' })),
  ];
}
