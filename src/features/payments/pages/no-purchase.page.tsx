import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { paths } from '#shared/paths.ts';

/** Where somebody lands who follows an address about buying by hand: why there is nothing, and the ways on. */
export function NoPurchasePage({ about, context }: PageProps['no-purchase'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`payment-return:none.${key}`);
  return (
    <main className="return">
      <h1>{text(`${about}.title`)}</h1>
      <p>{text(`${about}.text`)}</p>
      <p>
        <a className="button" href={paths.billing}>
          {text('billing')}
        </a>
      </p>
      <p className="return-close">{text('billingHelp')}</p>
      <p>
        <a href={paths.home}>{context.text('pages:notFound.home')}</a>
      </p>
    </main>
  );
}
