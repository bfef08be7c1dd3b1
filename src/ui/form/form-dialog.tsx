import { useId, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { Dialog, Sheet } from '../overlay/dialog.tsx';
import { Form } from './form.tsx';
import type { ServerForm } from './server-form.ts';

type Props<Values extends FieldValues> = {
  of: ServerForm<Values>;
  title: ReactNode;
  description?: ReactNode;
  /** Words on the button that sends it. */
  submit: ReactNode;
  /** Words while it is sent, where they differ. */
  submitting?: ReactNode;
  /** It can't be sent as it is. */
  disabled?: boolean;
  onClose: () => void;
  /** A panel at the right, for longer forms. */
  isSheet?: boolean;
  /** Space between fields. */
  className?: string;
  children: ReactNode;
};

/** A form over the page, with the buttons that send or leave it. It stays open while it is sent. */
export function FormDialog<Values extends FieldValues>({
  of: form,
  title,
  description,
  submit,
  submitting = submit,
  disabled = false,
  onClose,
  isSheet = false,
  className,
  children,
}: Props<Values>) {
  const { t } = useTranslation('common');
  const id = useId();
  const Frame = isSheet ? Sheet : Dialog;
  return (
    <Frame
      open
      onOpenChange={(open) => !open && !form.isBusy && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" pending={form.isBusy} disabled={disabled}>
            {form.isBusy ? submitting : submit}
          </Button>
        </>
      }
    >
      <Form of={form} id={id} {...(className !== undefined && { className })}>
        {children}
      </Form>
    </Frame>
  );
}
