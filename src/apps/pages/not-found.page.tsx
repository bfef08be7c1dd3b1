import type { PageContext } from '#shared/page-contract.ts';
import { Frame } from './frame.tsx';

export function NotFoundPage({ context }: { context: PageContext }) {
  return (
    <Frame context={context}>
      <div className="narrow">
        <h1>{context.text('pages:notFound.title')}</h1>
        <p>{context.text('pages:notFound.text')}</p>
        <p>
          <a className="button" href="/">
            {context.text('pages:notFound.home')}
          </a>
        </p>
      </div>
    </Frame>
  );
}
