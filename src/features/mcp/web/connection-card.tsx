import { factGap } from '#shared/text/fact-gap.ts';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Badge, Callout } from '#ui/page/display.tsx';
import type { AgentMcpConnection } from '#features/agents/agents-tools.contract.ts';
import type { McpConnection } from '../mcp.contract.ts';
import { ToolRow } from './tool-row.tsx';

type Allowed = AgentMcpConnection['tools'];
type Props = {
  connection: McpConnection;
  allowed: Allowed;
  canEdit: boolean;
  canManage: boolean;
  /** Visitors pay for messages. */
  isPaid: boolean;
  onChange: (allowed: Allowed) => void;
  onRemove: () => void;
};

/** One MCP server: how it is, and its tools with what the agent may do with each. */
export function ConnectionCard({
  connection,
  allowed,
  canEdit,
  canManage,
  isPaid,
  onChange,
  onRemove,
}: Props) {
  const { t } = useTranslation(['mcp', 'common']);
  const check = useMutate('POST /api/mcp-connections/{id}/check', { refreshes: ['/api/mcp-connections'] });
  const signIn = useMutate('POST /api/mcp-connections/{id}/sign-in', {
    onSuccess: ({ url }) => location.assign(url),
  });
  const { id, name, failure, tools, auth, isSignedIn } = connection;
  const on = tools.filter((tool) => allowed.some((one) => one.name === tool.name)).length;
  const needsSignIn = auth === 'oauth' && (!isSignedIn || failure === 'signInNeeded');
  return (
    <section aria-label={name} className="overflow-hidden rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4">
        <div className="min-w-0 flex-1 basis-52">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="min-w-0 break-words">{name}</span>
            {failure ? (
              <Badge tone="danger">{t('failed')}</Badge>
            ) : (
              <Badge tone={on > 0 ? 'success' : 'neutral'}>{t('toolsOn', { on, count: tools.length })}</Badge>
            )}
          </p>
          <p className="text-sm break-all text-muted">{connection.url}</p>
          {connection.checkedAt && (
            <p className="text-sm text-muted">
              {t('checked')} <Time at={connection.checkedAt} />
              {connection.lastFour && `${factGap}••••${connection.lastFour}`}
            </p>
          )}
        </div>
        {canManage && (
          <span className="flex items-center gap-1">
            {(needsSignIn || auth === 'oauth') && (
              <Button
                size="sm"
                {...(needsSignIn && { variant: 'primary' as const })}
                pending={signIn.isPending}
                onClick={() => signIn.mutate({ params: { id } })}
              >
                {t(isSignedIn ? 'signInAgain' : 'signIn')}
              </Button>
            )}
            <IconButton
              size="sm"
              label={t('checkOne', { name })}
              disabled={check.isPending}
              onClick={() => check.mutate({ params: { id } })}
            >
              <RefreshCw size={16} className={check.isPending ? 'animate-spin' : ''} />
            </IconButton>
            <IconButton size="sm" label={t('removeOne', { name })} onClick={onRemove}>
              <Trash2 size={16} />
            </IconButton>
          </span>
        )}
      </header>
      {failure && (
        <div className="px-4 pb-4">
          <Callout tone="warning">{t(`failures.${failure}`)}</Callout>
        </div>
      )}
      {tools.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {tools.map((tool) => (
            <ToolRow
              key={tool.name}
              tool={tool}
              allowed={allowed}
              canEdit={canEdit}
              isPaid={isPaid}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
      {tools.length === 0 && !failure && <p className="px-4 pb-4 text-sm text-muted">{t('noTools')}</p>}
    </section>
  );
}
