import { formatPrice } from '#shared/chat/message-parts.ts';
import type { PageContext, PageProps } from '#shared/page-contract.ts';

/** The built-in store's own pages: one product, or a cart before the till. Nothing is sold here, and they say so. */
export function DemoStorePage({ store, shown, context }: PageProps['demo-store'] & { context: PageContext }) {
  const text = (key: string, variables?: Record<string, string | number>): string =>
    context.text(`demo-store:${key}`, variables);
  const price = (amount: number): string => formatPrice(amount, store.currency, context.language);
  return (
    <>
      <header>
        <p className="shop-ribbon">{text('ribbon')}</p>
        <p className="shop-header">{store.name}</p>
      </header>
      {shown.kind === 'product' ? (
        <main className="shop shop-product">
          {shown.product.picture !== null && (
            <img src={shown.product.picture} alt="" width="800" height="600" />
          )}
          <div>
            <h1>{shown.product.name}</h1>
            <p>{shown.product.text}</p>
            <ul className="shop-lines">
              {shown.product.variants.map((variant) => (
                <li key={variant.id}>
                  <span>{variant.name || text('price')}</span>
                  <span className="shop-sum">
                    {variant.before !== null && <del>{price(variant.before)}</del>} {price(variant.amount)}
                  </span>
                  {variant.stock !== 'unknown' && (
                    <span className="shop-stock">{text(`stock.${variant.stock}`)}</span>
                  )}
                </li>
              ))}
            </ul>
            <p className="shop-note">{text('askChat')}</p>
          </div>
        </main>
      ) : (
        <main className="shop">
          <h1>{text('checkout')}</h1>
          {shown.lines.length === 0 && <p>{text('empty')}</p>}
          <ul className="shop-lines">
            {shown.lines.map((line) => (
              <li key={`${line.productId} ${line.variantId}`}>
                <span>
                  {line.quantity} × {line.variant ? `${line.name}, ${line.variant}` : line.name}
                </span>
                <span className="shop-sum">{price(line.total)}</span>
              </li>
            ))}
          </ul>
          {shown.lines.length > 0 && (
            <p className="shop-total">
              <span>{text('total')}</span> <strong>{price(shown.total)}</strong>
            </p>
          )}
          <p className="shop-note">{text('end')}</p>
        </main>
      )}
    </>
  );
}
