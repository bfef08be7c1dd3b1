import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Chapter, Code, Text } from './parts.tsx';

const steps = ['create', 'teach', 'try', 'publish', 'watch'] as const;
const practices = ['narrow', 'short', 'examples', 'unknown', 'questions', 'current', 'read'] as const;

/** From nothing to a good agent: the steps, how to write a system prompt, what experience says. */
export function DocsStart() {
  const { t } = useTranslation('docs');
  const list = (name: 'steps' | 'practices', keys: readonly string[], Tag: 'ol' | 'ul') => (
    <Tag
      className={`grid max-w-prose gap-3 pl-5 ${Tag === 'ol' ? 'list-decimal' : 'list-disc'} marker:text-muted`}
    >
      {keys.map((key) => (
        <li key={key} className="pl-1 text-pretty">
          <strong className="font-semibold">{t(`start.${name}.${key}.title`)}</strong>{' '}
          <Trans
            ns="docs"
            i18nKey={`start.${name}.${key}.text`}
            components={{
              to: <Link to={paths.agents} className="text-accent-ink underline underline-offset-4" />,
            }}
          />
        </li>
      ))}
    </Tag>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Chapter title={t('start.stepsTitle')}>{list('steps', steps, 'ol')}</Chapter>
      <Chapter title={t('start.promptTitle')}>
        <Text>{t('start.promptText')}</Text>
        <Code label={t('start.promptExampleTitle')} text={t('start.promptExample')} isProse />
        <Text>{t('start.promptEngine')}</Text>
      </Chapter>
      <Chapter title={t('start.practicesTitle')}>{list('practices', practices, 'ul')}</Chapter>
    </div>
  );
}
