import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, toLanguage } from '#shared/languages.ts';
import { useTheme } from '#ui/browser/theme.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Select } from '#ui/controls/select.tsx';

/** Language and theme of whoever reads the reference. */
export function Preferences() {
  const { t, i18n } = useTranslation('api-reference');
  const [theme, setTheme] = useTheme();
  return (
    <>
      <div className="w-32 shrink-0 sm:w-40">
        <Select
          aria-label={t('language')}
          value={toLanguage(i18n.language) ?? 'en'}
          onChange={(language) => void i18n.changeLanguage(language)}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      <IconButton label={t('theme')} onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        {theme === 'dark' ? <Sun size={18} /> : <Moon size={18} />}
      </IconButton>
    </>
  );
}
