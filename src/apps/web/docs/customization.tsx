import { Trans, useTranslation } from 'react-i18next';
import { cssTokens } from '#shared/custom-css/names.ts';
import { Chapter, Name, NameTable, Text } from './parts.tsx';

/** Names that the chat's style sheet promises to keep. Source: the specification, "Documentation". */
const parts = [
  'container',
  'header',
  'messages',
  'message',
  'user-message',
  'assistant-message',
  'input',
  'footer',
  'button',
] as const;

/** How the chat's look is set, and the names of its parts. */
export function DocsCustomization() {
  const { t } = useTranslation(['docs', 'agents-look']);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Chapter title={t('custom.lookTitle')}>
        <Text>{t('custom.lookText')}</Text>
        <Text>{t('custom.brandText')}</Text>
      </Chapter>
      <Chapter title={t('custom.partsTitle')}>
        <Text>
          <Trans ns="docs" i18nKey="custom.partsText" components={{ name: <Name>{null}</Name> }} />
        </Text>
        <NameTable
          label={t('custom.partsTitle')}
          heads={[t('custom.selector'), t('custom.part')]}
          rows={parts.map((part) => [`.cw-${part}`, t(`custom.parts.${part}`)])}
        />
        <Text>{t('custom.isolated')}</Text>
      </Chapter>
      <Chapter title={t('agents-look:css.tokens')}>
        <Text>{t('agents-look:css.tokensHelp')}</Text>
        <NameTable
          label={t('agents-look:css.tokens')}
          heads={[t('agents-look:css.tokenName'), t('custom.part')]}
          rows={Object.entries(cssTokens).map(([name, token]) => [token, t(`agents-look:css.token.${name}`)])}
        />
      </Chapter>
    </div>
  );
}
