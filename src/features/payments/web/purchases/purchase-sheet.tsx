import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import type { MoneyMovement } from '../../payments-movements.contract.ts';
import type { Purchase } from '../../payments-purchases.contract.ts';
import { InvoiceList } from '#features/invoices/web/invoice-list.tsx';
import { LedgerLines } from './ledger-lines.tsx';
import { MovementBadge } from '../figures/movement-list.tsx';
import { PurchaseBadges, TestBadge, useMoney, useWhatWasBought } from '../figures/money-parts.tsx';
import { RefundDialog } from './purchase-refund.tsx';

type Props = {
  id: string;
  onClose: () => void;
  /** What can be tried with a purchase of test money. */
  bank?: (purchase: Purchase, onChanged: () => void) => ReactNode;
};

/** One purchase: what was bought, every payment, what was said with it, and what can be done. */
export function PurchaseSheet({ id, onClose, bank }: Props) {
  const { t } = useTranslation('money');
  const client = useQueryClient();
  const { data, error, refetch } = useEndpoint(
    'GET /api/payments/{id}',
    { params: { id } },
    { staleTime: 0 },
  );
  const mayManage = useUser().can['payments.manage'] !== false;
  const [isRefunding, setRefunding] = useState(false);
  const changed = () => void refresh(client, '/api/payments', '/api/contacts');
  const cancel = useMutate('POST /api/payments/{id}/cancel', { refreshes: ['/api/payments'] });
  const purchase = data?.purchase;
  const isEnding = purchase?.isEnding === true;
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={purchase?.email ?? t('sheet.title')}
      description={purchase && <Heading purchase={purchase} />}
    >
      {error && !data && <ReadFailed error={error} retry={refetch} />}
      {!data && !error && <Skeleton className="h-64" />}
      {data && purchase && (
        <div className="grid gap-6">
          {purchase.problem && <Callout tone="warning">{t(`sheet.problem.${purchase.problem}`)}</Callout>}
          {mayManage && (purchase.can.refund || purchase.can.cancel) && (
            <div className="flex flex-wrap gap-2">
              {purchase.can.refund && <Button onClick={() => setRefunding(true)}>{t('refund.open')}</Button>}
              {purchase.can.cancel && (
                <Button
                  pending={cancel.isPending}
                  onClick={() => cancel.mutate({ params: { id }, body: { isEnding: !isEnding } })}
                >
                  {t(isEnding ? 'sheet.resume' : 'sheet.cancel')}
                </Button>
              )}
            </div>
          )}
          <Facts purchase={purchase} />
          <section>
            <h3 className="mb-1 font-semibold">{t('movements.sheet')}</h3>
            {data.movements.length === 0 ? (
              <p className="text-sm text-muted">{t('sheet.noPayments')}</p>
            ) : (
              <Movements movements={data.movements} />
            )}
          </section>
          <InvoiceList purchaseId={id} />
          {purchase.isTest && mayManage && bank?.(purchase, changed)}
          {purchase.type !== 'form' && (
            <section>
              <h3 className="mb-1 font-semibold">{t('ledger.title')}</h3>
              <LedgerLines lines={data.lines} />
            </section>
          )}
        </div>
      )}
      {isRefunding && purchase && data && (
        <RefundDialog
          unused={data.unused}
          purchase={purchase}
          payments={data.payments}
          onClose={() => setRefunding(false)}
          onDone={() => {
            setRefunding(false);
            changed();
          }}
        />
      )}
    </Sheet>
  );
}

function Heading({ purchase }: { purchase: Purchase }) {
  const what = useWhatWasBought();
  return (
    <span className="flex flex-wrap items-center gap-2">
      {what(purchase)}
      <PurchaseBadges purchase={purchase} />
      {purchase.isTest && <TestBadge />}
    </span>
  );
}

function Facts({ purchase }: { purchase: Purchase }) {
  const { t, i18n } = useTranslation('money');
  const say = useMoney();
  const mayReadForms = useUser().can['forms.read'] !== false;
  const { currency, form } = purchase;
  const number = (value: number) => readableNumber(value, i18n.language);
  const link = 'text-accent-ink underline-offset-4 hover:underline';
  const facts: [string, ReactNode][] = [
    [
      t('sheet.price'),
      form
        ? say(purchase.total, currency)
        : t('sheet.priceParts', {
            total: say(purchase.total, currency),
            base: say(purchase.base, currency),
            tax: say(purchase.tax, currency),
          }),
    ],
    [t('sheet.paid'), say(purchase.paid, currency)],
    [t('sheet.refunded'), purchase.refunded > 0 && say(purchase.refunded, currency)],
    [
      t('sheet.messages'),
      purchase.messages !== null &&
        purchase.messagesLeft !== null &&
        t('sheet.messagesLeft', { left: number(purchase.messagesLeft), all: number(purchase.messages) }),
    ],
    [t('sheet.until'), purchase.until && <Time key="until" at={purchase.until} plain />],
    [t('sheet.coupon'), purchase.coupon],
    [
      t('sheet.form'),
      form &&
        (mayReadForms && form.submissionId ? (
          <Link key="form" to={paths.formSubmissions(form.id)} className={link}>
            {form.name}
          </Link>
        ) : (
          form.name
        )),
    ],
    [
      t('sheet.agent'),
      purchase.agentId ? (
        <Link key="agent" to={paths.editAgent(purchase.agentId)} className={link}>
          {purchase.agentName}
        </Link>
      ) : (
        purchase.agentName
      ),
    ],
    [t('sheet.tag'), purchase.tag],
    [t('sheet.created'), <Time key="created" at={purchase.createdAt} plain />],
  ];
  return (
    <div>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <div key={name} className="grid sm:contents">
              <dt className="text-sm text-muted sm:text-base">{name}</dt>
              <dd className="tabular min-w-0 break-words">{value}</dd>
            </div>
          ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {form?.submissionId && mayReadForms && (
          <Link
            to="/dashboard/forms/$id/submissions"
            params={{ id: form.id }}
            search={{ open: form.submissionId }}
            className={buttonClass({ size: 'sm' })}
          >
            {t('sheet.submission')}
          </Link>
        )}
        {purchase.contactId && (
          <Link to={paths.contact(purchase.contactId)} className={buttonClass({ size: 'sm' })}>
            {t('sheet.contact')}
          </Link>
        )}
        {purchase.contactId && purchase.conversationId && (
          <Link
            to={paths.contact(purchase.contactId)}
            hash={purchase.conversationId}
            className={buttonClass({ size: 'sm' })}
          >
            {t('sheet.conversation')}
          </Link>
        )}
        {purchase.vendorUrl && (
          <a
            href={purchase.vendorUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ size: 'sm' })}
          >
            {t(purchase.vendor === 'stripe' ? 'sheet.stripe' : 'sheet.vendor')}
            <ExternalLink size={16} aria-hidden="true" />
          </a>
        )}
      </div>
    </div>
  );
}

/** What happened to the money of a purchase, oldest first. */
function Movements({ movements }: { movements: readonly MoneyMovement[] }) {
  const { t } = useTranslation('money');
  const say = useMoney();
  return (
    <ul>
      {movements.map((movement) => (
        <li
          key={movement.id}
          className="flex items-baseline justify-between gap-3 border-t border-line py-2 first:border-0"
        >
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2">
              <MovementBadge kind={movement.kind} />
              <Time at={movement.at} plain />
              {movement.isEstimated && <span className="text-sm text-muted">{t('movements.estimated')}</span>}
            </span>
            <span className="block truncate text-sm text-muted">{movement.reference}</span>
          </span>
          <span className="tabular shrink-0 text-right">
            {say(movement.gross, movement.currency)}
            {movement.fee !== null && movement.fee !== 0 && (
              <span className="block text-sm text-muted">
                {t('movements.fee')} {say(movement.fee, movement.currency)}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
