import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

/** A password with a show/hide button. Stands inside a `<Field>` like any control. */
export function PasswordField(
  props: Omit<ComponentProps<typeof Input>, 'type' | 'trailing' | 'unit' | 'leading'>,
) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  return (
    <Input
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={shown ? t('password.hide') : t('password.show')}
          aria-pressed={shown}
          tooltip={false}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={16} /> : <Eye size={16} />}
        </IconButton>
      }
    />
  );
}
