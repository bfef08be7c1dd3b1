import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';

type Choice = {
  provider: string;
  model: string;
};

/**
 * Names of providers and models for reading: "Built-in", "OpenAI · GPT-5 mini". Asks for the names only when
 * an agent uses one.
 */
export function useModelLabel(choices: readonly Choice[]): (choice: Choice) => string {
  const { t } = useTranslation('agents');
  const enabled = choices.some((choice) => choice.provider !== 'built-in');
  const connections = useEndpoint('GET /api/integrations', undefined, { enabled }).data?.connections ?? [];
  return ({ provider, model }) => {
    if (provider === 'built-in') return t('builtIn.name');
    const connection = connections.find((item) => item.provider === provider);
    const name = connection?.models.find((item) => item.id === model)?.label ?? model;
    return [connection?.label ?? provider, name].filter(Boolean).join(factGap);
  };
}
