import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { safeLink, videoPlace } from '#shared/landing-pages/links.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';

type Props = {
  kind: 'link' | 'video' | 'anchor';
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** An address as the page may hold it. `example.com` becomes one of the web; what is none stays to be corrected. */
export function AddressInput({ kind, label, value, onChange }: Props) {
  const { t } = useTranslation('landing-builder');
  const [typed, setTyped] = useState<string | null>(null);
  const isOdd = typed !== null && read(kind, typed) === null;
  return (
    <Field label={label} help={t(`help.${kind}`)} error={isOdd ? t('help.odd') : undefined}>
      <Input
        value={typed ?? value}
        maxLength={kind === 'anchor' ? 40 : 2_000}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => {
          setTyped(target.value);
          const next = read(kind, target.value);
          if (next !== null) onChange(next);
        }}
        onBlur={() => typed !== null && !isOdd && setTyped(null)}
      />
    </Field>
  );
}

function read(kind: Props['kind'], typed: string): string | null {
  const text = typed.trim();
  if (text === '') return '';
  if (kind === 'anchor') return /^[a-z][a-z0-9-]{0,39}$/.test(text) ? text : null;
  const whole = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : text;
  if (kind === 'video') return videoPlace(whole) ? whole : null;
  return safeLink(whole) || null;
}
