import i18next from 'i18next';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A part that a click asks for, with its texts. */
function part<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [found] = await Promise.all([load(), i18next.loadNamespaces('agents-lifecycle')]);
    return { default: found };
  });
}

export const AgentStateDialog = part(() =>
  import('./agent-state-dialog.tsx').then((file) => file.AgentStateDialog),
);
export const DeleteAgents = part(() =>
  import('./delete-agents-dialog.tsx').then((file) => file.DeleteAgentsDialog),
);
export const AccountSubscribers = part(() =>
  import('./subscriber-choice.tsx').then((file) => file.AccountSubscribers),
);
export const ImportAgent = part(() => import('./import-agent.tsx').then((file) => file.ImportAgent));
export const AgentBin = part(() => import('./agent-bin.tsx').then((file) => file.AgentBin));
