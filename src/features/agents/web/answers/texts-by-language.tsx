import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import type { WelcomeText } from '../../agents-configuration.contract.ts';
import { useSection } from '../editor/editor-section.ts';

type Props = {
  path: 'prompt.welcomes' | 'voice.greetings';
  /** In signs. */
  longest: number;
};

/** A text in further languages, for a chat that speaks the language of each visitor. */
export function TextsByLanguage({ path, longest }: Props) {
  const { t } = useTranslation('agents');
  const { draft, set, errors, canEdit } = useSection();
  const id = useId();
  const texts = path === 'prompt.welcomes' ? draft.prompt.welcomes : draft.voice.greetings;
  // A chat that speaks one language has one text.
  if (draft.basic.language !== 'auto' && texts.length === 0) return null;
  const left = languages.filter((code) => !texts.some(({ language }) => language === code));
  const change = (next: WelcomeText[]) => set(path, next);
  const add = (language: Language) => change([...texts, { language, text: '' }]);
  return (
    <div role="group" aria-labelledby={id} className="grid gap-3">
      <div>
        <p id={id} className="font-medium">
          {t(`fields.${path}`)}
        </p>
        <p className="text-sm text-muted">{t(`help.${path}`)}</p>
      </div>
      {texts.map(({ language, text }, at) => (
        <div key={language} className="flex items-start gap-1">
          <Field
            className="grow"
            label={<span lang={language}>{languageNames[language]}</span>}
            error={errors[`${path}.${at}.text`]}
          >
            <Textarea
              lang={language}
              rows={2}
              maxLength={longest}
              value={text}
              disabled={!canEdit}
              onChange={({ target }) => change(texts.with(at, { language, text: target.value }))}
            />
          </Field>
          {canEdit && (
            <IconButton
              className="mt-6"
              label={t('welcomes.remove', { language: languageNames[language] })}
              onClick={() => change(texts.toSpliced(at, 1))}
            >
              <X size={16} />
            </IconButton>
          )}
        </div>
      ))}
      {canEdit && left.length > 0 && (
        <DropdownMenu
          label={t('welcomes.add')}
          trigger={
            <button
              type="button"
              className={buttonClass({ variant: 'ghost', className: 'justify-self-start' })}
            >
              <Plus size={16} aria-hidden="true" />
              {t('welcomes.add')}
            </button>
          }
          items={left.map((code) => ({ label: languageNames[code], onSelect: () => add(code) }))}
        />
      )}
    </div>
  );
}
