import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { Frame } from './frame.tsx';

type Props = PageProps['not-found'] & { context: PageContext };

/** What stands at an address that nothing has. Where the whole host has nothing, it names nobody and leads nowhere. */
export function NotFoundPage({ isNowhere, context }: Props) {
  const words = (
    <>
      <h1>{context.text('pages:notFound.title')}</h1>
      <p>{context.text('pages:notFound.text')}</p>
    </>
  );
  if (isNowhere) return <main className="narrow">{words}</main>;
  return (
    <Frame context={context}>
      <div className="narrow">
        {words}
        <p>
          <a className="button" href="/">
            {context.text('pages:notFound.home')}
          </a>
        </p>
      </div>
    </Frame>
  );
}
