import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { askedContactFields } from '#shared/contacts/contact-fields.ts';
import { hasCustomOptions } from '#shared/contacts/custom-fields.ts';
import { hasOptions, type ContactTarget, type FormBlock } from '#shared/forms/document.ts';
import { fitsOwnField, ownKeyOf, ownTarget } from '#shared/forms/mapping.ts';
import { paths } from '#shared/paths.ts';
import { useCustomFields } from '#features/custom-fields/web/use-custom-fields.ts';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';

const basic = new Set<FormBlock['type']>(['short_text', 'email', 'phone', 'select', 'radio', 'hidden']);

/**
 * What an answer becomes on the contact who gave it: a name, an address, or one of the account's own fields.
 */
export function MapTo({
  block,
  onChange,
}: {
  block: FormBlock;
  onChange: (change: Partial<FormBlock>, field: string) => void;
}) {
  const { t } = useTranslation(['forms', 'contact-record']);
  const own = useCustomFields('contact').filter(({ type }) => fitsOwnField(block, type));
  const usual = basic.has(block.type)
    ? askedContactFields.filter((field) => (block.type === 'email') === (field === 'email'))
    : [];
  const key = ownKeyOf(block.mapTo);
  const isLost = key !== null && !own.some((field) => field.key === key);
  if (usual.length === 0 && own.length === 0 && !isLost) return null;
  const choose = (mapTo: ContactTarget) => {
    const field = own.find((each) => each.key === ownKeyOf(mapTo));
    // What must be known of a person is asked for, and choices are those of the field.
    const more: Partial<FormBlock> = {
      ...(field?.isRequired && block.type !== 'hidden' && { required: true }),
      ...(field &&
        hasCustomOptions(field.type) &&
        hasOptions(block) && {
          options: field.options.map((option) => ({
            ...option,
            image: block.options.find(({ value }) => value === option.value)?.image ?? '',
          })),
        }),
    };
    onChange({ mapTo, ...more }, `${block.key}.mapTo`);
  };
  return (
    <Field
      label={t('inspector.mapTo')}
      help={t('inspector.mapHelp')}
      error={isLost ? t('inspector.mapLost') : undefined}
      aside={
        <Link to={paths.customFields} className="text-accent-ink underline-offset-4 hover:underline">
          {t('inspector.ownFields')}
        </Link>
      }
    >
      <Select
        value={block.mapTo === '' || isLost ? 'none' : block.mapTo}
        onChange={(value) => choose(value === 'none' ? '' : value)}
        options={[
          { value: 'none' as const, label: t('targets.none') },
          ...usual.map((field) => ({ value: field, label: t(`contact-record:field.${field}`) })),
          ...own.map((field) => ({ value: `${ownTarget}${field.key}` as const, label: field.label })),
        ]}
      />
    </Field>
  );
}
