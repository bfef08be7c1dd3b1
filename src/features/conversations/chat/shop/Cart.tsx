/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { formatPrice } from '#shared/chat/message-parts.ts';
import type { CartContent, CartLine, ShopCart } from '#shared/chat/shop-parts.ts';
import { Outside, Picture } from '../parts/PartMedia.tsx';
import { LateIcon } from '../shell/late-icons.tsx';
import { putInCart, wordsOf } from './shop-calls.ts';
import type { ShopProps } from './ShopPart.tsx';

/** The cart: what is in it, how many, what it costs, and the way to the shop's checkout. */
export function Cart({ part, entry, context }: ShopProps<CartContent>) {
  const { t, language, store } = context;
  const [changed, setChanged] = useState<ShopCart | null>(null);
  const [busyLine, setBusyLine] = useState('');
  const [problem, setProblem] = useState('');
  const cart = changed ?? part;
  const price = (amount: number): string => formatPrice(amount, cart.currency, language);
  const isBlocked = busyLine !== '' || entry.status === 'streaming';

  const put = async (line: CartLine, quantity: number) => {
    if (isBlocked) return;
    const { productId, variantId } = line;
    setBusyLine(`${productId} ${variantId}`);
    setProblem('');
    try {
      setChanged(await putInCart(store, entry.id, { productId, variantId, quantity, isMore: false }));
    } catch (error) {
      setProblem(wordsOf(error, t));
    }
    setBusyLine('');
  };
  return (
    <section class="cw-part cw-part-frame cw-shop-cart" aria-label={t('shop.cart')}>
      <p class="cw-part-title">{t('shop.cart')}</p>
      {cart.lines.length === 0 ? (
        <p class="cw-part-text" role="status">
          {t('shop.empty')}
        </p>
      ) : (
        <ul>
          {cart.lines.map((line) => {
            const name = line.variant ? `${line.name}, ${line.variant}` : line.name;
            return (
              <li
                key={`${line.productId} ${line.variantId}`}
                aria-busy={busyLine === `${line.productId} ${line.variantId}`}
              >
                {line.image && <Picture picture={{ ...line.image, alt: '' }} t={t} />}
                <div class="cw-shop-line">
                  <span>{line.url ? <Outside url={line.url} label={name} t={t} /> : name}</span>
                  <span class="cw-shop-steps">
                    <button
                      type="button"
                      class="cw-button cw-icon-button"
                      aria-label={t(line.quantity > 1 ? 'shop.less' : 'shop.remove', { product: name })}
                      aria-disabled={isBlocked}
                      onClick={() => void put(line, line.quantity - 1)}
                    >
                      −
                    </button>
                    <span>
                      <span class="cw-hidden">{t('shop.quantity')} </span>
                      {line.quantity}
                    </span>
                    <button
                      type="button"
                      class="cw-button cw-icon-button"
                      aria-label={t('shop.more', { product: name })}
                      aria-disabled={isBlocked}
                      onClick={() => void put(line, line.quantity + 1)}
                    >
                      +
                    </button>
                  </span>
                </div>
                <span class="cw-shop-sum">{price(line.total)}</span>
              </li>
            );
          })}
        </ul>
      )}
      {problem && (
        <p class="cw-problem" role="alert">
          {problem}
        </p>
      )}
      {cart.lines.length > 0 && (
        <>
          <p class="cw-shop-total" role="status">
            <span>{t('shop.total')}</span> <strong>{price(cart.total)}</strong>
          </p>
          <p class="cw-part-text">{t(cart.checkoutUrl ? 'shop.totalNote' : 'shop.buyThere')}</p>
          {cart.checkoutUrl && (
            <a
              class="cw-button cw-solid-button"
              href={cart.checkoutUrl}
              target="_blank"
              rel="noopener noreferrer nofollow"
              aria-label={`${t('shop.checkout')}, ${t('citations.newTab')}`}
            >
              {t('shop.checkout')} <LateIcon name="open" size={14} />
            </a>
          )}
        </>
      )}
    </section>
  );
}
