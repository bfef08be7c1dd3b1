import { useTranslation } from 'react-i18next';
import { formatPrice, type PartPicture } from '#shared/chat/message-parts.ts';
import {
  lowestAmount,
  stockOf,
  type CartContent,
  type OrderContent,
  type ProductsContent,
  type ShopProduct,
} from '#shared/chat/shop-parts.ts';
import { Badge } from '#ui/page/display.tsx';
import { OutsideLink } from './outside-link.tsx';

/** A picture of the built-in store; pictures of other servers stay links: none hears of the owner's reading. */
function OwnPicture({ image }: { image: PartPicture | null }) {
  if (!image?.url.startsWith('/demo-store/')) return null;
  return <img src={image.url} alt="" className="size-12 shrink-0 rounded-control object-cover" />;
}

/** Products as they were shown. */
export function ProductList({ part }: { part: ProductsContent }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {part.products.map((product) => (
        <li
          key={product.id}
          className="flex min-w-0 gap-3 rounded-control border border-line bg-surface px-3 py-2"
        >
          <OwnPicture image={product.image} />
          <ProductFacts product={product} />
        </li>
      ))}
    </ul>
  );
}

const tones = { in: 'success', low: 'warning', out: 'danger', unknown: 'neutral' } as const;

function ProductFacts({ product }: { product: ShopProduct }) {
  const { t, i18n } = useTranslation('rich-media');
  const price = formatPrice(lowestAmount(product), product.currency, i18n.language);
  const stock = stockOf(product);
  const { image } = product;
  return (
    <div className="grid min-w-0 gap-1">
      <p className="font-medium">
        {product.url ? <OutsideLink url={product.url}>{product.name}</OutsideLink> : product.name}
      </p>
      <p className="tabular">
        {product.variants.length > 1 ? t('shop.from', { price }) : price}
        {stock !== 'unknown' && (
          <Badge tone={tones[stock]} className="ml-2">
            {t(`shop.stock.${stock}`)}
          </Badge>
        )}
      </p>
      {product.variants.length > 1 && (
        <p className="text-sm text-muted">
          {product.option && `${product.option}: `}
          {product.variants.map(({ name }) => name).join(', ')}
        </p>
      )}
      {image?.url.startsWith('https:') && (
        <OutsideLink url={image.url}>{`${t('kind.image')}: ${image.alt || image.url}`}</OutsideLink>
      )}
    </div>
  );
}

/** A cart as it was. */
export function CartLines({ part }: { part: CartContent }) {
  const { t, i18n } = useTranslation('rich-media');
  const price = (amount: number): string => formatPrice(amount, part.currency, i18n.language);
  if (part.lines.length === 0) return <p className="text-muted">{t('shop.empty')}</p>;
  return (
    <>
      <ul className="grid gap-1.5">
        {part.lines.map((line) => (
          <li key={`${line.productId} ${line.variantId}`} className="flex items-center gap-3">
            <OwnPicture image={line.image} />
            <span className="min-w-0 flex-1">
              {line.quantity} × {line.variant ? `${line.name}, ${line.variant}` : line.name}
            </span>
            <span className="tabular">{price(line.total)}</span>
          </li>
        ))}
      </ul>
      <p className="flex justify-between border-t border-line pt-2 font-medium">
        <span>{t('shop.total')}</span>
        <span className="tabular">{price(part.total)}</span>
      </p>
      {part.checkoutUrl && <OutsideLink url={part.checkoutUrl}>{t('shop.checkout')}</OutsideLink>}
    </>
  );
}

/** What was asked about an order, and the order where the visitor proved that it is theirs. */
export function OrderFacts({ part }: { part: OrderContent }) {
  const { t, i18n } = useTranslation('rich-media');
  const { order } = part;
  if (!order)
    return (
      <p className="text-muted">
        {part.number ? t('shop.orderAsked', { number: part.number }) : t('shop.orderAskedAny')}
      </p>
    );
  return (
    <>
      <p className="font-medium">
        {t('shop.order', { number: order.number })}
        <Badge tone="neutral" className="ml-2">
          {t(`shop.state.${order.state}`)}
        </Badge>
      </p>
      <ul>
        {order.lines.map((line, index) => (
          <li key={index}>
            {line.quantity} × {line.name}
          </li>
        ))}
      </ul>
      <p className="tabular">
        {t('shop.total')}: {formatPrice(order.total, order.currency, i18n.language)}
      </p>
    </>
  );
}
