import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api, ApiError } from '#ui/api/client.ts';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import type { McpConnection } from '../mcp.contract.ts';

/** Where an MCP server's authorisation server sends the browser back to. */
export function SignedInPage() {
  const { t } = useTranslation(['mcp', 'common']);
  const [done, setDone] = useState<McpConnection | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isSent = useRef(false);
  useEffect(() => {
    // What came back works once, and React may look twice.
    if (isSent.current) return;
    isSent.current = true;
    const given = new URLSearchParams(location.search);
    const read = (name: string): string | undefined => given.get(name) ?? undefined;
    history.replaceState(null, '', location.pathname);
    api('POST /api/mcp-connections/signed-in', {
      body: { state: read('state') ?? '', code: read('code'), issuer: read('iss'), error: read('error') },
    }).then(setDone, (error: unknown) =>
      setProblem(error instanceof ApiError ? error.message : t('common:failed.title')),
    );
  }, [t]);
  return (
    <Page>
      <PageHeader title={t('signedInTitle')} back={{ to: paths.agents, label: t('shell:screens.agents') }} />
      {!done && !problem && <Skeleton className="h-16 rounded-card" />}
      {problem && (
        <Callout tone="warning" title={t('signedInFailed')}>
          {problem}
        </Callout>
      )}
      {done && (
        <Callout tone="success" title={t('signedInDone', { name: done.name })}>
          {t('signedInText', { count: done.tools.length })}
        </Callout>
      )}
    </Page>
  );
}
