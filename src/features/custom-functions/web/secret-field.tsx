import { useTranslation } from 'react-i18next';
import { Field } from '#ui/controls/field.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';

type Props = {
  label: string;
  secret: string;
  /** How the stored one ends; null: there is none. */
  lastFour: string | null;
  error: string | undefined;
  onSecret: (secret: string) => void;
};

/** The one secret of a function, which is never shown again. */
export function SecretField({ label, secret, lastFour, error, onSecret }: Props) {
  const { t } = useTranslation('functions');
  return (
    <Field
      label={label}
      help={
        lastFour === null
          ? t('auth.secretHelp')
          : t(lastFour === '' ? 'auth.secretShort' : 'auth.secretStored', { lastFour })
      }
      error={error}
      required={lastFour === null}
    >
      <PasswordField
        value={secret}
        maxLength={4_000}
        autoComplete="off"
        placeholder={lastFour ? `••••${lastFour}` : ''}
        onChange={({ target }) => onSecret(target.value)}
      />
    </Field>
  );
}
