import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { knowledgeLimits } from '../../knowledge.contract.ts';

type BoundProps = {
  error: string | undefined;
  /** What the form registers under the field's name. */
  input: ComponentProps<typeof Input>;
};

/** How many pages of a site are read at the most. */
export function MaxPagesField({ error, input }: BoundProps) {
  const { t, i18n } = useTranslation('knowledge-web');
  const most = readableNumber(knowledgeLimits.maxPages, i18n.language);
  return (
    <Field label={t('website.maxPages')} help={t('website.maxPagesHelp', { most })} error={error}>
      <Input inputMode="numeric" unit={t('website.pagesUnit')} {...input} className="max-w-40" />
    </Field>
  );
}

/** How many links away from its beginning a site is read. */
export function MaxDepthField({ error, input }: BoundProps) {
  const { t } = useTranslation('knowledge-web');
  const most = knowledgeLimits.maxDepth;
  return (
    <Field label={t('website.depth')} help={t('website.depthHelp', { most })} error={error}>
      <Input inputMode="numeric" unit={t('website.depthUnit')} {...input} className="max-w-40" />
    </Field>
  );
}

const examples = { include: '/docs/*\n/help/*', exclude: '/archive/*' };

/** Which paths of a site are read (`include`) or left out (`exclude`), one pattern a line. */
export function PathsField({
  kind,
  error,
  input,
}: {
  kind: 'include' | 'exclude';
  error: string | undefined;
  input: ComponentProps<typeof Textarea>;
}) {
  const { t } = useTranslation('knowledge-web');
  return (
    <Field
      label={t(`website.${kind}`)}
      help={t(`website.${kind}Help`)}
      error={error}
      aside={t('common:optional')}
    >
      <Textarea rows={2} spellCheck={false} placeholder={examples[kind]} {...input} />
    </Field>
  );
}
