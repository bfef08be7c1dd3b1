import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { memo, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { longestVisitorText, mostVisitorTexts } from '../../agents-configuration.contract.ts';
import { useSection } from '../editor/editor-section.ts';
import { DraftFields, SettingPlace } from '../settings/setting.tsx';
import { useChatLanguage } from '../answers/use-chat-texts.ts';
import { groupTexts, variableProblems, variablesOf, withText } from '../answers/visitor-texts.ts';

/** The chat's own texts, language by language, each of which can be worded anew. */
export function TextsSection() {
  const { t } = useTranslation('agent-sections');
  const { draft, set, errors, canEdit } = useSection();
  const [language, setLanguage] = useState<Language>(useChatLanguage());
  const [search, setSearch] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const {
    data: usual,
    error,
    refetch,
  } = useQuery<Record<string, string>>({ queryKey: [`/locales/${language}/chat.json`] });
  const own = draft.texts[language];
  const groups = usual ? groupTexts(usual, own, { search, changedOnly }) : [];
  // Rows stay as they are while another one is typed in.
  const latest = useRef<(key: string, words: string) => void>(() => undefined);
  latest.current = (key, words) => set(`texts.${language}`, withText(own, key, words));
  const change = useCallback((key: string, words: string) => latest.current(key, words), []);
  const count = (code: Language) => Object.keys(draft.texts[code]).length;
  return (
    <DraftFields>
      <div className="grid gap-4 sm:grid-cols-2">
        <SettingPlace path="texts">
          <Field label={t('texts.language')}>
            <Select
              value={language}
              onChange={setLanguage}
              options={languages.map((code) => ({
                value: code,
                label: count(code) > 0 ? `${languageNames[code]} (${count(code)})` : languageNames[code],
              }))}
            />
          </Field>
        </SettingPlace>
        <Field label={t('texts.search')}>
          <SearchField
            label={t('texts.search')}
            placeholder={t('texts.searchExample')}
            value={search}
            onChange={setSearch}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p role="status" className="text-muted">
          {usual && t('texts.changed', { changed: count(language), all: Object.keys(usual).length })}
        </p>
        <div className="flex flex-wrap items-center gap-x-4">
          <Checkbox checked={changedOnly} onChange={setChangedOnly} label={t('texts.changedOnly')} />
          {canEdit && count(language) > 0 && (
            <Button
              size="sm"
              variant="ghost"
              icon={<RotateCcw size={16} />}
              onClick={() => set(`texts.${language}`, {})}
            >
              {t('texts.resetAll')}
            </Button>
          )}
        </div>
      </div>
      {errors[`texts.${language}`] && <Callout tone="danger">{errors[`texts.${language}`]}</Callout>}
      {count(language) >= mostVisitorTexts && (
        <Callout tone="warning">{t('texts.full', { most: mostVisitorTexts })}</Callout>
      )}
      {!usual && !error && [0, 1, 2, 3].map((index) => <Skeleton key={index} className="h-16" />)}
      {error && !usual && (
        <Callout
          tone="danger"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {t('common:tryAgain')}
            </Button>
          }
        >
          {t('texts.unreadable')}
        </Callout>
      )}
      {groups.map(({ area, texts }) => (
        <section
          key={area}
          aria-labelledby={`texts-${area}`}
          className="grid gap-4 border-t border-line pt-6"
        >
          <h3 id={`texts-${area}`} className="text-md font-semibold">
            {t(`texts.area.${area}`)}
          </h3>
          {texts.map((text) => (
            <TextRow
              key={`${language}.${text.key}`}
              name={text.key}
              usual={text.usual}
              own={text.own}
              lang={language}
              error={errors[`texts.${language}.${text.key}`]}
              disabled={!canEdit || (text.own === '' && count(language) >= mostVisitorTexts)}
              onChange={change}
            />
          ))}
        </section>
      ))}
      {usual && groups.length === 0 && (
        <p className="rounded-card bg-sunken px-4 py-6 text-center text-pretty text-muted">
          {t(search ? 'texts.notFound' : 'texts.nothingChanged')}
        </p>
      )}
    </DraftFields>
  );
}

type RowProps = {
  name: string;
  usual: string;
  own: string;
  lang: Language;
  error: string | undefined;
  disabled: boolean;
  onChange: (name: string, words: string) => void;
};

const TextRow = memo(function TextRow({ name, usual, own, lang, error, disabled, onChange }: RowProps) {
  const { t } = useTranslation('agent-sections');
  const filledIn = variablesOf(usual);
  const { missing, unknown } = variableProblems(usual, own);
  return (
    <div className="flex items-end gap-1">
      <Field
        className="grow"
        label={<span lang={lang}>{usual}</span>}
        help={filledIn.length > 0 ? t('texts.filledIn', { names: filledIn.join(', ') }) : undefined}
        error={error ?? (unknown.length > 0 ? t('texts.unknown', { names: unknown.join(', ') }) : undefined)}
      >
        <Input
          lang={lang}
          value={own}
          placeholder={usual}
          maxLength={longestVisitorText}
          disabled={disabled}
          onChange={(event) => onChange(name, event.target.value)}
        />
        {missing.length > 0 && (
          <p className="text-sm text-warning-ink">{t('texts.missing', { names: missing.join(', ') })}</p>
        )}
      </Field>
      {own !== '' && !disabled && (
        <IconButton label={t('texts.reset', { text: usual })} onClick={() => onChange(name, '')}>
          <RotateCcw size={16} />
        </IconButton>
      )}
    </div>
  );
});
