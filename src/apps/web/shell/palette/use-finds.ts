import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { searchFields } from '#features/agents/web/settings/configuration-fields.ts';
import { useContactName } from '#features/contacts/web/contact-name.ts';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { useItemName } from '#features/inbox/web/inbox-words.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { agentEditorSections } from '../../agent-editor-sections.ts';
import { docsHeadings, fitOf, fitting } from './finding.ts';

/** One thing that was found: its name, what tells it from others, and the way to it. */
export type Find = {
  id: string;
  label: string;
  detail?: string;
  run: () => void;
};
export type FindGroup = {
  name: string;
  finds: readonly Find[];
};

/** How many of one kind are shown. */
const most = 5;
const typingPause = 150;
const settingsTabs = ['general', 'integrations', 'billing', 'team', 'audit'] as const;
const docsTabs = ['start', 'integration', 'customization', 'api'] as const;

/** What stood still for a moment. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), typingPause);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

/**
 * What of the account fits the typed words: agents and their settings, contacts, conversations, forms, settings
 * and documentation; as far as the person's role opens them.
 */
export function useFinds(typed: string): readonly FindGroup[] {
  const { t, i18n } = useTranslation(['shell', 'agents', 'settings', 'docs', 'contacts']);
  const { t: agentText } = useTranslation('agents');
  const { can } = useUser();
  const { isOff } = usePartsOff();
  const navigate = useNavigate();
  const search = useDebounced(typed.trim());
  const asks = search.length >= 2;
  const edited = useRouterState({
    select: ({ location }) => /^\/dashboard\/(?:agents|widgets)\/edit\/([^/]+)/.exec(location.pathname)?.[1],
  });
  const keep = { placeholderData: keepPreviousData };
  const agents =
    useEndpoint('GET /api/agents', { query: {} }, { enabled: asks && can['agents.read'] !== false }).data
      ?.agents ?? [];
  const forms =
    useEndpoint('GET /api/forms', { query: {} }, { enabled: asks && can['forms.read'] !== false }).data
      ?.forms ?? [];
  const contacts =
    useEndpoint(
      'GET /api/contacts',
      { query: { search } },
      { ...keep, enabled: asks && can['contacts.read'] !== false },
    ).data?.contacts ?? [];
  const conversations =
    useEndpoint(
      'GET /api/inbox/conversations',
      { query: { search } },
      { ...keep, enabled: asks && can['inbox.read'] !== false },
    ).data?.conversations ?? [];
  const contactName = useContactName();
  const itemName = useItemName();
  if (!asks) return [];

  const found = fitting(agents, search, ({ name }) => [name], most);
  // Settings belong to the agent that is open, else to the one that was changed last.
  const [latest] = agents.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  const owner = agents.find(({ id }) => id === edited) ?? latest;
  const labelOf = (path: string) =>
    i18n.exists(`agents:fields.${path}`) ? agentText(`fields.${path}`) : undefined;
  const sectionTitle = (id: string) => agentText(`sections.${id}.title`);
  const ids = agentEditorSections.filter(({ part }) => !isOff(part)).map(({ id }) => id);
  const settings = owner
    ? [
        ...ids
          .filter((id) => fitOf(search, sectionTitle(id)) > 0)
          .map((id) => ({ id, section: id, setting: undefined, label: sectionTitle(id) })),
        ...searchFields(search, labelOf, ids).map(({ path, section, label }) => ({
          id: path,
          section,
          setting: path,
          label,
        })),
      ].slice(0, most)
    : [];
  const texts = (i18n.getResourceBundle(i18n.language, 'docs') ?? {}) as Record<string, unknown>;
  const documentation = [
    ...docsTabs.map((tab) => ({ tab, heading: t(`docs:tabs.${tab}`) })),
    ...docsHeadings(texts),
  ].filter(({ tab }) => tab !== 'api' || !isOff('api'));
  const account = settingsTabs.filter((tab) => tab !== 'audit' || can['audit.read']);

  return [
    {
      name: t('nav.agents'),
      finds: found.map(({ id, name }) => ({
        id: `agent ${id}`,
        label: name,
        run: () => void navigate({ to: paths.editAgent(id) }),
      })),
    },
    {
      name: t('nav.contacts'),
      finds: contacts.slice(0, most).map((contact) => ({
        id: `contact ${contact.id}`,
        label: contactName(contact).name,
        detail: contactName(contact).detail,
        run: () => void navigate({ to: paths.contact(contact.id) }),
      })),
    },
    {
      name: t('palette.conversations'),
      finds: conversations.slice(0, most).map((item) => ({
        id: `conversation ${item.id}`,
        label: itemName(item).name,
        detail: item.lastMessage,
        run: () => void navigate({ to: paths.inboxThread(item.id) }),
      })),
    },
    {
      name: t('nav.forms'),
      finds: fitting(forms, search, ({ name }) => [name], most).map(({ id, name }) => ({
        id: `form ${id}`,
        label: name,
        run: () => void navigate({ to: paths.form(id) }),
      })),
    },
    {
      name: owner ? t('palette.settingsOf', { name: owner.name }) : '',
      finds: settings.map(({ id, section, setting, label }) => ({
        id: `setting ${id}`,
        label,
        ...(setting && { detail: sectionTitle(section) }),
        run: () =>
          void navigate({
            to: paths.editAgent(owner?.id ?? ''),
            search: setting ? { section, setting } : { section },
          }),
      })),
    },
    {
      name: t('nav.settings'),
      finds: fitting(account, search, (tab) => [t('nav.settings'), t(`settings:tabs.${tab}`)], most).map(
        (tab) => ({
          id: `settings ${tab}`,
          label: t(`settings:tabs.${tab}`),
          run: () => void navigate({ to: paths.settings, search: { tab } }),
        }),
      ),
    },
    {
      name: t('footer.documentation'),
      finds: fitting(documentation, search, ({ heading }) => [heading], most).map(({ tab, heading }) => ({
        id: `docs ${tab} ${heading}`,
        label: heading,
        run: () => void navigate({ to: paths.docs, search: { tab } }),
      })),
    },
  ];
}
