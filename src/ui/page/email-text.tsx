import { Fragment } from 'react';

/** A mail address that breaks, where a line is too short for it, before its `@` and its dots and not within a word. */
export function EmailText({ children }: { children: string }) {
  return (
    <span className="break-words">
      {children.split(/(?=[@.])/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
