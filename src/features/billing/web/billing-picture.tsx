import { BillingView } from './billing-view.tsx';
import type { BillingScene } from './billing-scenes.ts';

const nothing = () => undefined;

/** A plan as its screen shows it, to look at: nothing in it can be pressed. */
export function BillingPicture({
  scene: { billing, mayManage },
  theme,
}: {
  scene: BillingScene;
  theme: 'light' | 'dark';
}) {
  return (
    <div
      inert
      data-theme={theme}
      className="grid gap-8 rounded-card border border-line bg-page p-4 text-ink md:p-6"
    >
      <BillingView
        billing={billing}
        mayManage={mayManage}
        interval={billing.interval ?? 'month'}
        onInterval={nothing}
        onChoose={nothing}
        buying={null}
        actions={{ cancel: nothing, resume: nothing, manage: nothing, withdraw: nothing }}
        pending={null}
      />
    </div>
  );
}
