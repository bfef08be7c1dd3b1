import type { AgentConfiguration } from '../../agents-configuration.contract.ts';

/** Address of the configuration's avatar. */
export function avatarUrlOf(configuration: AgentConfiguration): string | null {
  const { avatar } = configuration.appearance;
  return avatar ? `/avatars/${avatar}` : null;
}
