import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { useSection } from '#features/agents/web/editor/editor-section.ts';
import { DraftFields, SettingField } from '#features/agents/web/settings/setting.tsx';
import type { AgentMcpConnection } from '#features/agents/agents-tools.contract.ts';
import type { McpConnection } from '../mcp.contract.ts';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectServerDialog } from './connect-server-dialog.tsx';

/** MCP servers of the account, and which of their tools this agent may call. */
export function McpSection() {
  const { t } = useTranslation(['mcp', 'agents']);
  const { draft } = useSection();
  const canManage = useUser().can['integrations.manage'] ?? false;
  const list = listOf(useEndpoint('GET /api/mcp-connections'), (data) => data.connections);
  const [isConnecting, setConnecting] = useState(false);
  const [leaving, setLeaving] = useState<McpConnection | null>(null);
  const connect = canManage && (
    <Button icon={<Plus size={16} />} onClick={() => setConnecting(true)}>
      {t('connect')}
    </Button>
  );
  return (
    <DraftFields>
      {draft.ai.provider === 'built-in' && <Callout tone="info">{t('needsModel')}</Callout>}
      <SettingField path="mcp.connections">
        <List
          of={list}
          failed={t('unreadable')}
          waiting={<Skeleton className="h-28 rounded-card" />}
          empty={
            <EmptyState title={t('emptyTitle')} action={connect}>
              {t('emptyText')}
            </EmptyState>
          }
        >
          {(connections) => (
            <div className="grid gap-4">
              {connections.map((connection) => (
                <Place
                  key={connection.id}
                  connection={connection}
                  canManage={canManage}
                  onRemove={() => setLeaving(connection)}
                />
              ))}
              {connect && <div>{connect}</div>}
            </div>
          )}
        </List>
      </SettingField>
      {isConnecting && <ConnectServerDialog onClose={() => setConnecting(false)} />}
      {leaving && <Leave connection={leaving} onClose={() => setLeaving(null)} />}
    </DraftFields>
  );
}

/** One server with what the draft says of it. */
function Place({
  connection,
  canManage,
  onRemove,
}: {
  connection: McpConnection;
  canManage: boolean;
  onRemove: () => void;
}) {
  const { draft, set, canEdit } = useSection();
  const chosen = draft.mcp.connections;
  const allowed = chosen.find(({ id }) => id === connection.id)?.tools ?? [];
  const change = (tools: AgentMcpConnection['tools']) => {
    const entry = { id: connection.id, tools };
    const isThere = chosen.some(({ id }) => id === connection.id);
    const next = isThere ? chosen.map((one) => (one.id === connection.id ? entry : one)) : [...chosen, entry];
    set(
      'mcp.connections',
      next.filter((one) => one.tools.length > 0),
    );
  };
  return (
    <ConnectionCard
      connection={connection}
      allowed={allowed}
      canEdit={canEdit}
      canManage={canManage}
      isPaid={draft.payment.enabled}
      onChange={change}
      onRemove={onRemove}
    />
  );
}

/** Asks first: agents that use it lose its tools at once. */
function Leave({ connection, onClose }: { connection: McpConnection; onClose: () => void }) {
  const { t } = useTranslation('mcp');
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: connection.name })}
      description={t('removeText')}
      confirm={t('remove')}
      run={async () => {
        await api('DELETE /api/mcp-connections/{id}', { params: { id: connection.id } });
        await refresh(client, '/api/mcp-connections');
      }}
      onClose={onClose}
    />
  );
}
