import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#shared/languages.ts';
import { useVisitorsOrigin } from '#ui/visitors-origin.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Callout } from '#ui/page/display.tsx';
import { hostedLink, readableAddress } from '../install/agent-links.ts';
import { useSection } from '../editor/editor-section.ts';
import { DraftFields, SelectSetting, SettingField, SettingGroup, TextSetting } from '../settings/setting.tsx';
import { renamings } from '../settings/renaming.ts';

/** Name, public address, language and what search engines show. */
export function BasicSection() {
  const { t } = useTranslation('agents');
  const { basic, prompt } = useSection().draft;
  return (
    <DraftFields>
      <Name />
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

/** The agent's name; a new one is offered for the texts in which the old one stands. */
function Name() {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  const { name } = draft.basic;
  const [was, setWas] = useState(name);
  const [checked, setChecked] = useState(name);
  const found = canEdit && checked === name ? renamings(draft, was, name) : [];
  const leave = () => setWas(name);
  return (
    <div className="grid gap-3" onBlur={() => setChecked(name)}>
      <TextSetting path="basic.name" />
      {found.length > 0 && (
        <Callout
          tone="info"
          live
          title={t('rename.title', { name: was })}
          action={
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={leave}>
                {t('rename.leave')}
              </Button>
              <Button
                size="sm"
                variant="primary"
                onClick={() => {
                  for (const { path, text } of found) set(path, text);
                  leave();
                }}
              >
                {t('rename.change')}
              </Button>
            </div>
          }
        >
          {new Intl.ListFormat(i18n.language).format(
            found.map(({ path, count }) => t('rename.place', { label: t(`fields.${path}`), times: count })),
          )}
        </Callout>
      )}
    </div>
  );
}

function TrackingTag() {
  const { t } = useTranslation('agents');
  const { agent, draft, set, errors, canEdit } = useSection();
  const { tag } = draft.basic;
  const link = hostedLink(useVisitorsOrigin(), agent.number, tag);
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
      {!errors['basic.tag'] && (
        <div className="flex min-w-0 items-center gap-1 text-sm text-muted">
          <span className="min-w-0 font-mono break-all">{readableAddress(link)}</span>
          <CopyButton text={link} />
        </div>
      )}
    </SettingField>
  );
}

/** How the hosted page may look among search results. */
function SearchResult() {
  const { t } = useTranslation('agents');
  const origin = useVisitorsOrigin();
  const { agent, draft } = useSection();
  const title = draft.basic.seoTitle || draft.basic.name;
  const description = draft.basic.seoDescription || draft.prompt.welcomeMessage;
  return (
    <figure>
      <figcaption className="mb-1.5 text-sm text-muted">{t('sections.basic.searchPreview')}</figcaption>
      <div className="rounded-card border border-line bg-surface px-4 py-3">
        <p className="truncate text-sm text-muted">
          {readableAddress(hostedLink(origin, agent.number, draft.basic.tag))}
        </p>
        <p className="truncate text-lg text-info-ink">{title}</p>
        <p className="line-clamp-2 text-sm text-muted">{description}</p>
      </div>
    </figure>
  );
}
