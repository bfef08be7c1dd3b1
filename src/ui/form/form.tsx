import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Callout } from '../page/display.tsx';
import type { ServerForm } from './server-form.ts';

/** The frame of a form: sends it, says above the fields what belongs under none of them. */
export function Form<Values extends FieldValues>({
  of: form,
  id,
  failureTitle,
  className = 'gap-5',
  children,
}: {
  of: ServerForm<Values>;
  id?: string;
  failureTitle?: ReactNode;
  /** Width, and space between fields. */
  className?: string;
  children: ReactNode;
}) {
  return (
    <form ref={form.element} id={id} onSubmit={form.submit} noValidate className={clsx('grid', className)}>
      {form.failure !== null && (
        <div data-failure="">
          <Callout tone="danger" title={failureTitle} live>
            {form.failure}
          </Callout>
        </div>
      )}
      {children}
    </form>
  );
}
