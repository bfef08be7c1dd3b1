import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { Frame } from './frame.tsx';

/** A page was asked for too often: when to come again. */
export function TooManyPage({ wait, context }: PageProps['too-many'] & { context: PageContext }) {
  return (
    <Frame context={context}>
      <div className="narrow">
        <h1>{context.text('pages:tooMany.title')}</h1>
        <p>{context.text('errors:common.too_many_requests', { wait })}</p>
      </div>
    </Frame>
  );
}
