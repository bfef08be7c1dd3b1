/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import { formatPrice } from '#shared/chat/message-parts.ts';
import type { ProductsContent, ShopCart, ShopProduct, ShopVariant } from '#shared/chat/shop-parts.ts';
import { beside, Slides, type PartContext } from '../parts/PartCards.tsx';
import { Outside, Picture } from '../parts/PartMedia.tsx';
import { Icon } from '../shell/icons.tsx';
import type { Translate } from '../shell/texts.ts';
import type { Entry } from '../store/chat-state.ts';
import { countOf, putInCart, wordsOf } from './shop-calls.ts';
import type { ShopProps } from './ShopPart.tsx';

/** Products of the store, side by side where there are several. */
export function Products({ part, entry, context }: ShopProps<ProductsContent>) {
  const cards = part.products.map((product) => (
    <ProductCard key={product.id} product={product} canAdd={part.canAdd} entry={entry} context={context} />
  ));
  if (cards.length === 1) return <div class="cw-part cw-shop-one">{cards}</div>;
  return <Slides title={part.title} slides={cards} t={context.t} />;
}

/** What the shop says about whether it is there. */
function stockWords({ stock, left }: ShopVariant, t: Translate): string {
  if (stock === 'out') return t('shop.out');
  if (stock === 'low') return left === null ? t('shop.few') : t('shop.left', { count: left });
  return stock === 'in' ? t('shop.in') : '';
}

type CardProps = {
  product: ShopProduct;
  canAdd: boolean;
  entry: Entry;
  context: PartContext;
};

function ProductCard({ product, canAdd, entry, context }: CardProps) {
  const { t, language, store } = context;
  const { name, image, url, currency, variants } = product;
  const id = useId();
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      variants.findIndex(({ stock }) => stock !== 'out'),
    ),
  );
  const [isAdding, setAdding] = useState(false);
  const [cart, setCart] = useState<ShopCart | null>(null);
  const [problem, setProblem] = useState('');
  const variant = variants[chosen] ?? variants[0];
  if (!variant) return null;
  const isBlocked = isAdding || entry.status === 'streaming' || variant.stock === 'out';
  const price = (amount: number): string => formatPrice(amount, currency, language);

  const add = async () => {
    if (isBlocked) return;
    setAdding(true);
    setProblem('');
    try {
      const edit = { productId: product.id, variantId: variant.id, quantity: 1, isMore: true };
      setCart(await putInCart(store, entry.id, edit));
    } catch (error) {
      setProblem(wordsOf(error, t));
    }
    setAdding(false);
  };
  return (
    <article class="cw-part-frame cw-shop-card">
      {image && <Picture picture={beside(image, name)} t={t} />}
      <div class="cw-part-words">
        <p class="cw-part-title">{url ? <Outside url={url} label={name} t={t} /> : name}</p>
        <p class="cw-shop-price">
          {variant.before !== null && variant.before > variant.amount && (
            <del>
              <span class="cw-hidden">{t('shop.before')} </span>
              {price(variant.before)}
            </del>
          )}{' '}
          <span>{price(variant.amount)}</span>
        </p>
        {variant.stock !== 'unknown' && (
          <p class={`cw-shop-stock cw-shop-${variant.stock}`}>{stockWords(variant, t)}</p>
        )}
        {product.text && <p class="cw-part-text">{product.text}</p>}
      </div>
      <div class="cw-shop-buy">
        {variants.length > 1 && (
          <label class="cw-shop-option" for={id}>
            {product.option || t('shop.variant')}
            <select
              id={id}
              value={String(chosen)}
              onChange={({ currentTarget }) => {
                setChosen(Number(currentTarget.value));
                setCart(null);
                setProblem('');
              }}
            >
              {variants.map((one, at) => (
                <option key={one.id} value={String(at)}>
                  {[one.name, price(one.amount), one.stock === 'out' && t('shop.out')]
                    .filter(Boolean)
                    .join(' · ')}
                </option>
              ))}
            </select>
          </label>
        )}
        {canAdd && (
          <button
            type="button"
            class="cw-button cw-part-button"
            aria-disabled={isBlocked}
            aria-label={`${t('shop.add')}: ${name}`}
            onClick={() => void add()}
          >
            {t('shop.add')}
          </button>
        )}
        <p class="cw-shop-news" role="status">
          {cart && (
            <>
              <Icon name="check" size={15} />{' '}
              {t('shop.added', {
                count: countOf(cart),
                total: formatPrice(cart.total, cart.currency, language),
              })}
              {cart.checkoutUrl && (
                <>
                  {' · '}
                  <Outside url={cart.checkoutUrl} label={t('shop.checkout')} t={t} />
                </>
              )}
            </>
          )}
        </p>
        {problem && (
          <p class="cw-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </article>
  );
}
