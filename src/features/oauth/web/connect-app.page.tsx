import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { AgentChoice, ScopeChoice } from '#features/api-keys/web/scope-choice.tsx';
import type { ProgramScope } from '#features/api-keys/api-keys-account.contract.ts';
import type { AppAuthorization, AuthorizationQuery } from '../oauth.contract.ts';

/** What the app wrote into the address. */
function readQuery(): AuthorizationQuery {
  const given = new URLSearchParams(location.search);
  const read = (name: string): string => given.get(name) ?? '';
  const optional = (name: string): string | undefined => given.get(name) ?? undefined;
  return {
    client_id: read('client_id'),
    redirect_uri: read('redirect_uri'),
    response_type: read('response_type'),
    code_challenge: read('code_challenge'),
    code_challenge_method: read('code_challenge_method') || 'plain',
    ...(optional('scope') !== undefined && { scope: optional('scope') }),
    ...(optional('state') !== undefined && { state: optional('state') }),
    ...(optional('resource') !== undefined && { resource: optional('resource') }),
  };
}

/** Asks a member whether an app may work in the account, and for what. */
export function ConnectAppPage() {
  const { t } = useTranslation(['oauth', 'account-keys']);
  const [query] = useState(readQuery);
  const { data, error } = useEndpoint('GET /api/oauth/authorization', { query }, { staleTime: 0 });
  return (
    <Page>
      <PageHeader title={t('shell:screens.connectApp')} />
      {!data && !error && <Skeleton className="h-64 rounded-card" />}
      {error && (
        <Callout tone="warning" title={t('refusedTitle')}>
          {error.message}
        </Callout>
      )}
      {data && <Decision app={data} query={query} />}
    </Page>
  );
}

function Decision({ app, query }: { app: AppAuthorization; query: AuthorizationQuery }) {
  const { t } = useTranslation(['oauth', 'account-keys']);
  const [isLeaving, setLeaving] = useState(false);
  const leave = ({ url }: { url: string }) => {
    setLeaving(true);
    location.assign(url);
  };
  const form = useServerForm({
    values: {
      // What writes is offered, and chosen by the member alone.
      scopes: app.scopes.filter((scope) => scope.endsWith('.read')) as ProgramScope[],
      agentIds: null as string[] | null,
    },
    check: ({ scopes, agentIds }) => ({
      ...(scopes.length === 0 && { scopes: t('account-keys:scopesMissing') }),
      ...(agentIds?.length === 0 && { agentIds: t('account-keys:agentsMissing') }),
    }),
    send: (values) =>
      api('POST /api/oauth/authorization', { body: { ...query, ...values, isAllowed: true } }),
    onDone: leave,
  });
  const refuse = async () =>
    leave(
      await api('POST /api/oauth/authorization', {
        body: { ...query, scopes: [], agentIds: null, isAllowed: false },
      }),
    );
  return (
    <Form of={form} className="grid max-w-prose gap-6">
      <Callout tone="info" title={t('asks', { name: app.clientName })}>
        {t('goesTo', { host: app.redirectHost })}
      </Callout>
      <ScopeChoice
        scopes={form.values.scopes}
        offered={app.scopes}
        error={form.errorOf('scopes')}
        onChange={(scopes) => form.set({ scopes })}
      />
      <AgentChoice
        agentIds={form.values.agentIds}
        error={form.errorOf('agentIds')}
        onChange={(agentIds) => form.set({ agentIds })}
      />
      <p className="text-sm text-pretty text-muted">{t('ends')}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={form.isBusy || isLeaving}>
          {t('allow')}
        </Button>
        <Button disabled={form.isBusy || isLeaving} onClick={() => void refuse()}>
          {t('refuse')}
        </Button>
      </div>
    </Form>
  );
}
