import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import type { ClientCall, FunctionDefinition, Parameters } from '../custom-functions-definition.contract.ts';

type Props = {
  definition: Extract<FunctionDefinition, { kind: 'client' }>;
  errorOf: (path: string) => string | undefined;
  onChange: (change: Partial<ClientCall>) => void;
};

/** The script of a page that registers the function, with the names of its parameters. */
export function pageScript(name: string, parameters: Parameters): string {
  const names = Object.keys(parameters.properties);
  const given = names.length > 0 ? `{ ${names.join(', ')} }` : '';
  return `<script>
  window.Chatelier = window.Chatelier || { q: [] };
  Chatelier.q.push(['registerTool', '${name || 'my_function'}', async (${given}) => {
    // Do it here. What you return is what the agent reads.
    return { done: true };
  }]);
</script>`;
}

/** On which sites a page may be asked, and what the page has to say. */
export function ClientFields({ definition, errorOf, onChange }: Props) {
  const { t } = useTranslation('functions');
  const { sites } = definition.client;
  const [typed, setTyped] = useState(sites.join('\n'));
  const script = pageScript(definition.name, definition.parameters as Parameters);
  const error =
    errorOf('definition.client.sites') ??
    sites
      .map((site, at) => {
        const problem = errorOf(`definition.client.sites.${at}`);
        return problem && `${site}: ${problem}`;
      })
      .find(Boolean);
  return (
    <>
      <Field label={t('client.sites')} help={t('client.sitesHelp')} error={error || undefined} required>
        <Textarea
          rows={3}
          spellCheck={false}
          value={typed}
          placeholder={'shop.example\n*.shop.example'}
          className="font-mono text-sm"
          onChange={({ target }) => {
            setTyped(target.value);
            onChange({ sites: [...new Set(target.value.split(/[\s,;]+/).filter(Boolean))] });
          }}
        />
      </Field>
      <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <figcaption className="flex flex-wrap items-center justify-between gap-2">
          <span className="font-medium">{t('client.script')}</span>
          <CopyButton text={script} />
        </figcaption>
        <pre
          tabIndex={0}
          aria-label={t('client.script')}
          className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-xs dark:bg-line"
        >
          {script}
        </pre>
        <p className="text-sm text-muted">{t('client.scriptHelp')}</p>
      </figure>
    </>
  );
}
