/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '#features/conversations/chat/shell/icons.tsx';
import type { Translate } from '#features/conversations/chat/shell/texts.ts';

/** Says that no real money is meant. */
export const TestMark = ({ t }: { t: Translate }) => <b class="cw-test-mark">{t('paywall.test')}</b>;

type SheetProps = {
  title: string;
  t: Translate;
  isTest: boolean;
  close: () => void;
  /** What changes it asks for the focus anew. */
  step?: string;
  children: ComponentChildren;
};

/** A sheet between conversation and composer: takes the focus, gives it back by Escape or its button. */
export function Sheet({ title, t, isTest, close, step = '', children }: SheetProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [step]);
  return (
    <section
      class="cw-wall"
      role="dialog"
      aria-labelledby="cw-wall-title"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        /* The chat itself would close too. */
        event.stopPropagation();
        close();
      }}
    >
      <div class="cw-wall-head">
        <h2 id="cw-wall-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {isTest && <TestMark t={t} />}
        <button
          type="button"
          class="cw-button cw-icon-button"
          aria-label={t('paywall.close')}
          title={t('paywall.close')}
          onClick={close}
        >
          <Icon name="close" size={20} />
        </button>
      </div>
      <div class="cw-wall-body">{children}</div>
    </section>
  );
}

/** A failure in a sheet, said at once. */
export function Failure({ title, children }: { title?: string; children: ComponentChildren }) {
  return (
    <div class="cw-wall-failure" role="alert">
      <Icon name="alert" />
      <div>
        {title && <b>{title}</b>}
        <p>{children}</p>
      </div>
    </div>
  );
}
