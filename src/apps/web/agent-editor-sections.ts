import {
  BookOpen,
  Braces,
  ChartColumn,
  ClipboardList,
  Coins,
  Cpu,
  DoorOpen,
  Headset,
  IdCard,
  KeyRound,
  Languages,
  LayoutTemplate,
  MailCheck,
  MessageSquareText,
  Mic,
  PanelBottom,
  Palette,
  PictureInPicture2,
  Plug,
  QrCode,
  Repeat,
  ShieldCheck,
  SquareFunction,
  Store,
  Users,
  Wrench,
} from 'lucide-react';
import type { EditorSection } from '#features/agents/web/editor/editor-section.ts';

const texts = ['agent-sections'];

/** The sections of the agent editor, in the order of its rail: one file and one line each. */
export const agentEditorSections: readonly EditorSection[] = [
  {
    id: 'basic',
    group: 'agent',
    icon: IdCard,
    load: () => import('#features/agents/web/sections/basic.section.tsx').then((file) => file.BasicSection),
  },
  {
    id: 'prompt',
    group: 'agent',
    icon: MessageSquareText,
    texts: ['agents-look'],
    load: () => import('#features/agents/web/sections/prompt.section.tsx').then((file) => file.PromptSection),
  },
  {
    id: 'knowledge',
    group: 'agent',
    icon: BookOpen,
    texts: ['knowledge', 'knowledge-web'],
    load: () => import('./screens/agent-knowledge.section.tsx').then((file) => file.AgentKnowledgeSection),
  },
  {
    id: 'dynamic',
    group: 'agent',
    icon: LayoutTemplate,
    texts: ['agent-sections', 'rich-media', 'form-cards'],
    load: () =>
      import('#features/agents/web/sections/dynamic.section.tsx').then((file) => file.DynamicSection),
  },
  {
    id: 'ai',
    group: 'agent',
    icon: Cpu,
    load: () => import('#features/agents/web/sections/ai.section.tsx').then((file) => file.AiSection),
  },
  {
    id: 'tools',
    group: 'agent',
    icon: Wrench,
    texts,
    load: () => import('#features/agents/web/sections/tools.section.tsx').then((file) => file.ToolsSection),
  },
  {
    id: 'functions',
    part: 'customFunctions',
    group: 'agent',
    icon: SquareFunction,
    texts: ['functions'],
    load: () => import('./screens/agent-functions.section.tsx').then((file) => file.AgentFunctionsSection),
  },
  {
    id: 'mcp',
    part: 'mcpConnections',
    group: 'agent',
    icon: Plug,
    texts: ['mcp'],
    load: () => import('#features/mcp/web/mcp.section.tsx').then((file) => file.McpSection),
  },
  {
    id: 'store',
    part: 'stores',
    group: 'agent',
    icon: Store,
    texts: ['stores'],
    load: () => import('#features/stores/web/stores.section.tsx').then((file) => file.StoresSection),
  },

  {
    id: 'appearance',
    group: 'look',
    icon: Palette,
    texts: ['agents-look'],
    load: () =>
      import('#features/agents/web/sections/appearance.section.tsx').then((file) => file.AppearanceSection),
  },
  {
    id: 'layout',
    group: 'look',
    icon: PictureInPicture2,
    load: () => import('#features/agents/web/sections/layout.section.tsx').then((file) => file.LayoutSection),
  },
  {
    id: 'footer',
    group: 'look',
    icon: PanelBottom,
    load: () => import('#features/agents/web/sections/footer.section.tsx').then((file) => file.FooterSection),
  },
  {
    id: 'texts',
    group: 'look',
    icon: Languages,
    texts,
    load: () => import('#features/agents/web/sections/texts.section.tsx').then((file) => file.TextsSection),
  },
  {
    id: 'css',
    group: 'look',
    icon: Braces,
    texts: ['agents-look'],
    load: () => import('#features/agents/web/sections/css.section.tsx').then((file) => file.CssSection),
  },

  {
    id: 'voice',
    group: 'conversation',
    icon: Mic,
    load: () => import('#features/agents/web/sections/voice.section.tsx').then((file) => file.VoiceSection),
  },
  {
    id: 'contactForm',
    group: 'conversation',
    icon: ClipboardList,
    texts: [...texts, 'form-cards'],
    load: () =>
      import('#features/agents/web/sections/contact-form.section.tsx').then(
        (file) => file.ContactFormSection,
      ),
  },
  {
    id: 'switching',
    group: 'conversation',
    icon: Repeat,
    texts,
    load: () =>
      import('#features/agents/web/sections/switching.section.tsx').then((file) => file.SwitchingSection),
  },
  {
    id: 'people',
    group: 'conversation',
    icon: Headset,
    load: () => import('#features/agents/web/sections/people.section.tsx').then((file) => file.PeopleSection),
  },
  {
    id: 'ending',
    group: 'conversation',
    icon: DoorOpen,
    load: () => import('#features/agents/web/sections/ending.section.tsx').then((file) => file.EndingSection),
  },
  {
    id: 'summary',
    group: 'conversation',
    icon: MailCheck,
    texts,
    load: () =>
      import('#features/agents/web/sections/summary.section.tsx').then((file) => file.SummarySection),
  },

  {
    id: 'access',
    group: 'limits',
    icon: ShieldCheck,
    texts: [...texts, 'agent-access'],
    load: () => import('#features/agents/web/sections/access.section.tsx').then((file) => file.AccessSection),
  },
  {
    id: 'payment',
    part: 'paywall',
    group: 'limits',
    icon: Coins,
    texts: ['agent-payment', 'paywall'],
    load: () =>
      import('#features/agents/web/sections/payment.section.tsx').then((file) => file.PaymentSection),
  },

  {
    id: 'qr',
    group: 'share',
    icon: QrCode,
    texts: ['qr-codes'],
    load: () => import('./screens/agent-qr.section.tsx').then((file) => file.AgentQrSection),
  },
  {
    id: 'analytics',
    group: 'share',
    icon: ChartColumn,
    load: () =>
      import('#features/agents/web/sections/analytics.section.tsx').then((file) => file.AnalyticsSection),
  },
  {
    id: 'team',
    group: 'share',
    icon: Users,
    texts: ['agent-sharing'],
    load: () => import('#features/agents/web/sections/team.section.tsx').then((file) => file.TeamSection),
  },
  {
    id: 'keys',
    part: 'api',
    group: 'share',
    icon: KeyRound,
    texts: ['agent-sharing'],
    load: () => import('./screens/agent-keys.section.tsx').then((file) => file.AgentKeysSection),
  },
];
