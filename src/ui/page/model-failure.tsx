import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';

/** What can only be mended at the connection. */
const atConnection = /^llm\.(?:unauthorized|quota_exceeded|unreachable|rate_limited)$/;

/** A model that gave no answer, and the code of the reason. */
export type FailedModel = {
  provider: string;
  model: string;
  code: string;
};

/** Why a model gave no answer, what to do about it, and the way there. */
export function ModelFailure({ provider, model, code }: FailedModel) {
  const { t, i18n } = useTranslation(['common', 'errors']);
  const name = [provider, model].filter(Boolean).join(factGap);
  const reason = i18n.exists(`errors:${code}`) ? t(`errors:${code}`) : t('common:modelFailure.unknown');
  return (
    <>
      <span className="font-medium">{name}</span>: {reason}
      {atConnection.test(code) && (
        <>
          {' '}
          <Link
            to={paths.settings}
            search={{ tab: 'integrations' }}
            className="relative z-10 font-medium whitespace-nowrap underline underline-offset-4"
          >
            {t('common:modelFailure.open')}
          </Link>
        </>
      )}
    </>
  );
}
