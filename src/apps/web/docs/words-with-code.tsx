import { Fragment, type ReactNode } from 'react';

/** A sentence in which what stands between backticks is a name of the code, drawn as one. */
export function WordsWithCode({ text }: { text: string }): ReactNode {
  return text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <code key={at} className="font-mono text-sm">
        {part}
      </code>
    ),
  );
}
