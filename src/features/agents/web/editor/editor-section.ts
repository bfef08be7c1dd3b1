import type { LucideIcon } from 'lucide-react';
import { createContext, use, type ComponentType } from 'react';
import type { ProductPart } from '#features/feature-flags/feature-flags.contract.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { Agent } from '../../agents.contract.ts';
import type { SettingPath, SettingValue } from '../settings/setting-path.ts';

/** What a section of the editor works with. */
export type SectionProps = {
  agent: Agent;
  draft: AgentConfiguration;
  /** Changes one field, `set('basic.name', 'Linden')`; undo, saving and the preview follow by themselves. */
  set: <Path extends SettingPath | keyof AgentConfiguration>(path: Path, value: SettingValue<Path>) => void;
  /** Errors by field path. */
  errors: Record<string, string>;
  canEdit: boolean;
  /** Shows another section, and in it a setting. */
  show: (section: string, path?: string) => void;
};

/** What the sections of the rail are about, in its order. */
export const sectionGroups = ['agent', 'look', 'conversation', 'limits', 'share'] as const;

/**
 * One entry of the editor's rail. Its name and search words are `agents:sections.<id>.title` and `.words`;
 * fields are labelled by `agents:fields.<path>`. `id` is also the part of the configuration that the section
 * edits.
 */
export type EditorSection = {
  id: string;
  group: (typeof sectionGroups)[number];
  icon: LucideIcon;
  /** The part of the product that it belongs to, where an account may be without it. */
  part?: ProductPart;
  /** Locale files besides `agents`, loaded with the section. */
  texts?: readonly string[];
  load: () => Promise<ComponentType<SectionProps>>;
};

const SectionContext = createContext<SectionProps | null>(null);
export const SectionProvider = SectionContext;

/** The section's props, for the settings inside it. */
export function useSection(): SectionProps {
  const section = use(SectionContext);
  if (!section) throw new Error('A setting stands outside a section');
  return section;
}
