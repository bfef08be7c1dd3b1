import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whenIdle } from '#ui/browser/when-idle.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { readOperations, type ApiOperation, type OpenApi } from './openapi.ts';
import { Operation, type SampleKind } from './operation.tsx';

/** Operations that are drawn in one turn: few enough that a slow phone scrolls and takes taps in between. */
const inATurn = 4;

const groupOf = ({ id }: ApiOperation): string => id.split('.')[0] ?? '';

type Group = {
  name: string;
  operations: readonly ApiOperation[];
  /** How many stand before it in the whole list. */
  before: number;
};

/** The groups in their order. */
function grouped(operations: readonly ApiOperation[]): Group[] {
  const groups = Map.groupBy(operations, groupOf);
  const names = [...groups.keys()].toSorted();
  let before = 0;
  return names.map((name) => {
    const own = groups.get(name) ?? [];
    const group = { name, operations: own, before };
    before += own.length;
    return group;
  });
}

/** How many operations are drawn by now. Whoever comes for one of them waits for none. */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(() => (location.hash === '' ? 0 : Infinity));
  const isWhole = drawn >= count;
  useEffect(() => {
    if (isWhole) return undefined;
    return whenIdle(() => startTransition(() => setDrawn((before) => before + inATurn)));
  }, [drawn, isWhole]);
  return drawn;
}

/** The operations of the document, by groups, with what finds one and the key with which they are tried. */
export function Operations({ document }: { document: OpenApi }) {
  const { t } = useTranslation('api-reference');
  const [search, setSearch] = useState('');
  const [secret, setSecret] = useState('');
  const [kind, setKind] = useState<SampleKind>('curl');
  const operations = useMemo(() => readOperations(document), [document]);
  const wanted = search.trim().toLowerCase();
  const found = useMemo(
    () =>
      operations.filter(({ id, key, summary }) => `${id} ${key} ${summary}`.toLowerCase().includes(wanted)),
    [operations, wanted],
  );
  const groups = useMemo(() => grouped(found), [found]);
  // The address may name what was not there yet when the page came.
  useEffect(() => {
    const name = location.hash.slice(1);
    if (name !== '') window.document.getElementById(name)?.scrollIntoView();
  }, []);
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field label={t('key.label')} help={t('key.help')}>
          <Input
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={secret}
            placeholder="sk_test_…"
            onChange={({ target }) => setSecret(target.value)}
          />
        </Field>
        <div className="grid gap-1.5">
          <span aria-hidden className="text-base font-medium">
            {t('search')}
          </span>
          <SearchField label={t('search')} value={search} maxLength={100} onChange={setSearch} />
          <p role="status" className="tabular text-sm text-muted">
            {t('count', { count: found.length })}
          </p>
        </div>
      </div>
      <nav aria-label={t('groups')} className="flex flex-wrap gap-2">
        {groups.map(({ name }) => (
          <a
            key={name}
            href={`#group-${name}`}
            className="rounded-full border border-line bg-surface px-3 py-1.5 font-mono text-sm hover:bg-sunken"
          >
            {name}
          </a>
        ))}
      </nav>
      <Groups
        count={operations.length}
        groups={groups}
        document={document}
        secret={secret}
        kind={kind}
        onKind={setKind}
      />
    </>
  );
}

type Shared = {
  document: OpenApi;
  secret: string;
  kind: SampleKind;
  onKind: (kind: SampleKind) => void;
};

function Groups({ count, groups, ...shared }: Shared & { count: number; groups: readonly Group[] }) {
  const drawn = useDrawn(count);
  return groups.map((group) => (
    <GroupSection
      key={group.name}
      group={group}
      drawn={Math.min(Math.max(drawn - group.before, 0), group.operations.length)}
      {...shared}
    />
  ));
}

/** A group with those of its operations that are drawn by now. */
const GroupSection = memo(function GroupSection({
  group,
  drawn,
  ...shared
}: Shared & { group: Group; drawn: number }) {
  return (
    // What nobody has scrolled to is laid out when it comes near.
    <section
      aria-labelledby={`group-${group.name}`}
      className="grid min-w-0 gap-2 [contain-intrinsic-size:auto_30rem] [content-visibility:auto]"
    >
      <h2 id={`group-${group.name}`} className="scroll-mt-20 font-mono text-lg font-semibold">
        {group.name}
      </h2>
      <ul className="min-w-0 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {group.operations.map((operation, place) => (
          <li key={operation.key} id={operation.id} className="min-h-16 min-w-0 scroll-mt-20">
            {place < drawn && <Operation operation={operation} {...shared} />}
          </li>
        ))}
      </ul>
    </section>
  );
});
