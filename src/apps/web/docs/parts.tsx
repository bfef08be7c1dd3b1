import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import { CopyButton } from '#ui/controls/copy-button.tsx';

/** A chapter: heading, sentences, examples. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <h2 id={id} className="text-md font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A sentence at reading width. */
export function Text({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-pretty">{children}</p>;
}

/** A name of code inside a sentence. */
export function Name({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-[4px] bg-sunken px-1 py-px font-mono text-sm break-words dark:bg-line">
      {children}
    </code>
  );
}

/** Code to take along; `isProse` is read as a text, and its lines break where they meet the edge. */
export function Code({ text, label, isProse = false }: { text: string; label: string; isProse?: boolean }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-card border border-line bg-surface">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1 pl-4 text-sm text-muted">
        {label}
        <CopyButton text={text} />
      </figcaption>
      <pre
        tabIndex={0}
        className={clsx(
          'overflow-x-auto p-4 font-mono text-sm leading-6 focus-visible:-outline-offset-2',
          isProse && 'break-words whitespace-pre-wrap',
        )}
      >
        <code>{text}</code>
      </pre>
    </figure>
  );
}

/** Names and what they are; a table on wide screens, pairs on a phone. */
export function NameTable({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: [string, string];
  rows: readonly [name: string, meaning: ReactNode][];
}) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table aria-label={label} className="w-full border-collapse text-left max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-sm text-muted">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-4 py-2.5 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map(([name, meaning]) => (
            <tr
              key={name}
              className="border-b border-line last:border-0 max-md:block max-md:px-4 max-md:py-2.5"
            >
              <th
                scope="row"
                className="px-4 py-2.5 text-left align-top font-mono text-sm font-medium whitespace-nowrap max-md:block max-md:px-0 max-md:py-0 max-md:whitespace-normal"
              >
                {name}
              </th>
              <td className="px-4 py-2.5 max-md:block max-md:px-0 max-md:py-0.5 max-md:text-muted">
                {meaning}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
