import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toLanguage, type Language } from '#shared/languages.ts';
import { useSection } from '../editor/editor-section.ts';

/**
 * The language that the chat of the draft is shown in here: its own, or the owner's where visitors get
 * theirs.
 */
export function useChatLanguage(): Language {
  const { i18n } = useTranslation();
  const { language } = useSection().draft.basic;
  return language === 'auto' ? (toLanguage(i18n.language) ?? 'en') : language;
}

/** The chat's usual texts in that language, for placeholders; empty until they are there. */
export function useChatTexts(): Record<string, string> {
  const language = useChatLanguage();
  return useQuery<Record<string, string>>({ queryKey: [`/locales/${language}/chat.json`] }).data ?? {};
}
