import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#shared/languages.ts';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { hostedLink, readableAddress } from '../install/agent-links.ts';
import { useSection } from '../editor/editor-section.ts';
import { DraftFields, SelectSetting, SettingField, SettingGroup, TextSetting } from '../settings/setting.tsx';

/** Name, public address, language and what search engines show. */
export function BasicSection() {
  const { t } = useTranslation('agents');
  const { basic, prompt } = useSection().draft;
  return (
    <DraftFields>
      <TextSetting path="basic.name" />
      <TrackingTag />
      <SelectSetting
        path="basic.language"
        options={[
          { value: 'auto', label: t('options.language.auto'), hint: t('options.language.autoHint') },
          ...languages.map((code) => ({ value: code, label: languageNames[code] })),
        ]}
      />
      <SettingGroup title={t('sections.basic.search')} help={t('sections.basic.searchHelp')}>
        <TextSetting path="basic.seoTitle" placeholder={basic.name} />
        <TextSetting path="basic.seoDescription" rows={3} placeholder={prompt.welcomeMessage.slice(0, 160)} />
        <SearchResult />
      </SettingGroup>
    </DraftFields>
  );
}

function TrackingTag() {
  const { t } = useTranslation('agents');
  const { agent, draft, set, errors, canEdit } = useSection();
  const { tag } = draft.basic;
  const link = hostedLink(agent.number, errors['basic.tag'] ? '' : tag);
  return (
    <SettingField path="basic.tag" aside={t('common:optional')}>
      <Input
        value={tag}
        maxLength={64}
        disabled={!canEdit}
        spellCheck={false}
        autoCapitalize="none"
        placeholder={t('options.tagExample')}
        onChange={(event) => set('basic.tag', event.target.value.toLowerCase().replaceAll(' ', '-'))}
        className="max-w-80"
      />
      <div className="flex min-w-0 items-center gap-1 text-sm text-muted">
        <span className="min-w-0 font-mono break-all">{readableAddress(link)}</span>
        <CopyButton text={link} />
      </div>
    </SettingField>
  );
}

/** How the hosted page may look among search results. */
function SearchResult() {
  const { t } = useTranslation('agents');
  const { agent, draft } = useSection();
  const title = draft.basic.seoTitle || draft.basic.name;
  const description = draft.basic.seoDescription || draft.prompt.welcomeMessage;
  return (
    <figure>
      <figcaption className="mb-1.5 text-sm text-muted">{t('sections.basic.searchPreview')}</figcaption>
      <div className="rounded-card border border-line bg-surface px-4 py-3">
        <p className="truncate text-sm text-muted">
          {readableAddress(hostedLink(agent.number, draft.basic.tag))}
        </p>
        <p className="truncate text-lg text-info-ink">{title}</p>
        <p className="line-clamp-2 text-sm text-muted">{description}</p>
      </div>
    </figure>
  );
}
