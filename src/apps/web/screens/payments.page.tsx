import { PaymentSetup } from '#features/payments/web/connecting/payment-setup.tsx';
import { PaymentsPage } from '#features/payments/web/payments.page.tsx';
import { TestMoneyControls } from '#features/test-money/web/test-money-controls.tsx';

/** Money of the account, with what can be tried while it is test money. */
export function PaymentsScreen() {
  return (
    <PaymentsPage
      setup={<PaymentSetup onlyWhatIsOpen />}
      bank={(purchase, onChanged) =>
        purchase.vendor === 'test-money' ? (
          <TestMoneyControls purchaseId={purchase.id} onChanged={onChanged} />
        ) : null
      }
    />
  );
}
