import { BookOpen, Cpu, IdCard, MessageSquareText, Palette } from 'lucide-react';
import type { EditorSection } from '#features/agents/web/editor-section.ts';

/** The sections of the agent editor, in the order of its rail: one file and one line each. */
export const agentEditorSections: readonly EditorSection[] = [
  { id: 'basic', icon: IdCard, load: () => import('#features/agents/web/basic.section.tsx').then((file) => file.BasicSection) },
  { id: 'appearance', icon: Palette, load: () => import('#features/agents/web/appearance.section.tsx').then((file) => file.AppearanceSection) },
  { id: 'prompt', icon: MessageSquareText, load: () => import('#features/agents/web/prompt.section.tsx').then((file) => file.PromptSection) },
  { id: 'knowledge', icon: BookOpen, texts: ['knowledge', 'knowledge-web'], load: () => import('./screens/agent-knowledge.section.tsx').then((file) => file.AgentKnowledgeSection) },
  { id: 'ai', icon: Cpu, load: () => import('#features/agents/web/ai.section.tsx').then((file) => file.AiSection) },
];
