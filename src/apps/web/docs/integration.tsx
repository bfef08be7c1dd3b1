import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { elementScript, embedElement, embedSnippet, embedTag } from '#shared/embed/snippets.ts';
import { paths } from '#shared/paths.ts';
import { useVisitorsOrigin } from '#ui/visitors-origin.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { DocsIdentify } from './identify.tsx';
import { Chapter, Code, Name, NameTable, Text } from './parts.tsx';

/** Stands in the examples while the account has no agent. */
const exampleNumber = 1;

/**
 * The script tag, its API, and what a strict page has to allow; with the person's own agent in the examples.
 */
export function DocsIntegration() {
  const { t } = useTranslation('docs');
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  const [chosen, choose] = useUrlParam<string>('agent', '');
  const agent = agents.find(({ number }) => String(number) === chosen) ?? agents[0];
  const number = agent?.number ?? exampleNumber;
  const origin = useVisitorsOrigin();
  const tag = `<script src="${origin}${paths.agentScript(number)}?tag=chatelier" async></script>`;
  const link = {
    to: <Link to={paths.agents} className="text-accent-ink underline underline-offset-4" />,
    name: <Name>{null}</Name>,
  };
  const methods = [
    'open',
    'close',
    'toggle',
    'send',
    'identify',
    'setVariables',
    'setTheme',
    'on',
    'reset',
    'destroy',
  ] as const;
  const events = [
    'ready',
    'open',
    'close',
    'message',
    'lead',
    'paywall',
    'purchase',
    'end',
    'unread',
    'identify',
    'error',
    'destroy',
  ] as const;
  const modes = ['inline', 'popup', 'page'] as const;
  const signatures = {
    open: 'open()',
    close: 'close()',
    toggle: 'toggle()',
    send: 'send(text)',
    identify: 'identify({ token })',
    setVariables: 'setVariables({ … })',
    setTheme: "setTheme('dark')",
    on: 'on(event, listener)',
    reset: 'reset()',
    destroy: 'destroy()',
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      {agents.length > 1 && (
        <Field label={t('integration.agent')} help={t('integration.agentHelp')} className="max-w-72">
          <Select
            value={String(number)}
            onChange={choose}
            options={agents.map(({ number: own, name }) => ({ value: String(own), label: name }))}
          />
        </Field>
      )}
      <Chapter title={t('integration.basicTitle')}>
        <Text>
          <Trans ns="docs" i18nKey="integration.basicText" components={link} />
        </Text>
        <Code label="HTML" text={tag} />
        <Text>
          <Trans ns="docs" i18nKey="integration.publishText" components={link} />
        </Text>
      </Chapter>
      <Chapter title={t('integration.pageTitle')}>
        <Text>{t('integration.pageText')}</Text>
        <Code label={t('integration.address')} text={`${origin}${paths.agentPage(number)}`} />
      </Chapter>
      <Chapter title={t('integration.modesTitle')}>
        <Text>{t('integration.modesText')}</Text>
        <NameTable
          label={t('integration.modesTitle')}
          heads={[t('integration.mode'), t('integration.meaning')]}
          rows={modes.map((name) => [name, t(`integration.modes.${name}`)])}
        />
        <Code
          label="HTML"
          text={`${embedTag({ origin, number, mode: 'inline' })}\n\n${embedTag({ origin, number, mode: 'popup' })}`}
        />
      </Chapter>
      <Chapter title={t('integration.advancedTitle')}>
        <Text>
          <Trans ns="docs" i18nKey="integration.apiText" components={link} />
        </Text>
        <Code
          label="JavaScript"
          text={`window.Chatelier = window.Chatelier || { q: [] };
Chatelier.q.push(['setVariables', { plan: 'pro' }]);
Chatelier.q.push(['on', 'lead', () => console.log('somebody left an address')]);

addEventListener('chatelier:ready', ({ detail }) => {
  if (detail.number !== ${number}) return;
  const agent = window.Chatelier.agents[${number}];
  document.querySelector('#ask-us').addEventListener('click', () => agent.send('I have a question'));
});`}
        />
        <Text>
          <Trans ns="docs" i18nKey="integration.queueText" components={link} />
        </Text>
        <Text>
          <Trans ns="docs" i18nKey="integration.openText" components={link} />
        </Text>
        <NameTable
          label={t('integration.methods')}
          heads={[t('integration.method'), t('integration.meaning')]}
          rows={methods.map((name) => [signatures[name], t(`integration.api.${name}`)])}
        />
        <Text>
          <Trans ns="docs" i18nKey="integration.eventsText" components={link} />
        </Text>
        <NameTable
          label={t('integration.events')}
          heads={[t('integration.event'), t('integration.meaning')]}
          rows={events.map((name) => [`chatelier:${name}`, t(`integration.on.${name}`)])}
        />
      </Chapter>
      <DocsIdentify />
      <Chapter title={t('integration.frameworksTitle')}>
        <Text>{t('integration.frameworksText')}</Text>
        <Code label="React" text={embedSnippet('react', { origin, number })} />
        <Code label="HTML" text={`${elementScript(origin)}\n${embedElement({ number, mode: 'inline' })}`} />
        <Code label="Vue" text={embedSnippet('vue', { origin, number })} />
        <Code label="Svelte" text={embedSnippet('svelte', { origin, number })} />
      </Chapter>
      <Chapter title={t('integration.spaTitle')}>
        <Text>
          <Trans ns="docs" i18nKey="integration.spaText" components={link} />
        </Text>
        <Code label="JavaScript" text={`window.Chatelier?.agents[${number}]?.destroy();`} />
      </Chapter>
      <Chapter title={t('integration.severalTitle')}>
        <Text>{t('integration.severalText')}</Text>
      </Chapter>
      <Chapter title={t('integration.cspTitle')}>
        <Text>{t('integration.cspText')}</Text>
        <Code
          label="Content-Security-Policy"
          text={`script-src ${origin}; frame-src ${origin}; img-src ${origin}`}
        />
        <NameTable
          label={t('integration.cspTitle')}
          heads={[t('integration.directive'), t('integration.meaning')]}
          rows={[
            ['script-src', t('integration.csp.script')],
            ['frame-src', t('integration.csp.frame')],
            ['img-src', t('integration.csp.img')],
          ]}
        />
        <Text>{t('integration.cspNot')}</Text>
      </Chapter>
    </div>
  );
}
