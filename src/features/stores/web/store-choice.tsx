import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, Callout } from '#ui/page/display.tsx';
import type { Store } from '../stores.contract.ts';

type Props = {
  stores: readonly Store[];
  /** The id of the agent's store; empty for none. */
  chosen: string;
  canEdit: boolean;
  onChoose: (id: string) => void;
  /** Buttons beside a store. */
  actions?: (store: Store) => ReactNode;
};

/** One store out of those of the account, or none. */
export function StoreChoice({ stores, chosen, canEdit, onChoose, actions }: Props) {
  const { t } = useTranslation('stores');
  const name = useId();
  const isGone = chosen !== '' && stores.every(({ id }) => id !== chosen);
  const option = (id: string, title: string, text: string, rest?: ReactNode, buttons?: ReactNode) => (
    <div
      key={id}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-card border border-line bg-surface p-4 has-checked:border-accent"
    >
      <label className="flex min-w-0 flex-1 basis-52 cursor-pointer gap-3">
        <input
          type="radio"
          name={name}
          checked={chosen === id}
          disabled={!canEdit}
          onChange={() => onChoose(id)}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
        <span className="grid min-w-0 gap-1">
          <span className="font-medium break-words">{title}</span>
          <span className="text-sm break-words text-muted">{text}</span>
          {rest}
        </span>
      </label>
      {buttons}
    </div>
  );
  return (
    <div role="radiogroup" aria-label={t('choose')} className="grid gap-3">
      {isGone && <Callout tone="warning">{t('gone')}</Callout>}
      {option('', t('none'), t('noneText'))}
      {stores.map((store) =>
        option(
          store.id,
          store.kind === 'demo' ? t('demoName', { name: store.name }) : store.name,
          store.kind === 'demo' ? t('demoText') : store.url,
          <Facts store={store} />,
          actions?.(store),
        ),
      )}
    </div>
  );
}

/** What kind of store it is, what was found in it, and what visitors can do there. */
function Facts({ store }: { store: Store }) {
  const { t, i18n } = useTranslation('stores');
  const { kind, failure, sample, productCount, skippedCount, hasCart, hasOrders } = store;
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(sample);
  return (
    <>
      <span className="flex flex-wrap gap-1.5">
        <Badge tone="neutral">{t(`kinds.${kind}`)}</Badge>
        {failure ? (
          <Badge tone="danger">{t('failed')}</Badge>
        ) : (
          <>
            {productCount !== null && <Badge tone="success">{t('products', { count: productCount })}</Badge>}
            {hasCart && <Badge tone="neutral">{t('hasCart')}</Badge>}
            {hasOrders && <Badge tone="neutral">{t('hasOrders')}</Badge>}
          </>
        )}
      </span>
      {!failure && list && <span className="text-sm text-muted">{t('found', { list })}</span>}
      {failure && <span className="text-sm">{t(`failures.${failure}`)}</span>}
      {skippedCount !== null && skippedCount > 0 && (
        <span className="text-sm text-muted">{t('skipped', { count: skippedCount })}</span>
      )}
    </>
  );
}
