import { lazy, type ComponentType } from 'react';
import i18next from 'i18next';
import {
  DatabaseBackup,
  FileClock,
  Globe,
  Megaphone,
  Inbox,
  LayoutTemplate,
  Mail,
  MessageSquareText,
  Newspaper,
  Palette,
  Settings2,
  ShieldBan,
  Quote,
  ToggleRight,
  UsersRound,
  HeartPulse,
  RotateCcw,
  Building2,
  BrainCircuit,
  Tags,
  type LucideIcon,
} from 'lucide-react';
import type { SuperadminSection } from '#shared/paths.ts';
import { withRetries } from '../lazy-screen.ts';

type Section = {
  icon: LucideIcon;
  content: ComponentType;
};

/** A section whose code and further texts come when it is opened. */
function section(texts: readonly string[], load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    const [content] = await Promise.all([withRetries('superadmin', load), i18next.loadNamespaces(texts)]);
    return { default: content };
  });
}

/** In which order the sections stand in the rail, and under which heading. */
export const superadminGroups = [
  { name: 'server', sections: ['health', 'setup', 'plans', 'models', 'features', 'backups'] },
  {
    name: 'people',
    sections: [
      'accounts',
      'users',
      'domains',
      'abuse',
      'feedback',
      'announcements',
      'testimonials',
      'templates',
      'blog',
    ],
  },
  { name: 'work', sections: ['jobs', 'outbox', 'mails', 'audit'] },
] as const satisfies readonly { name: string; sections: readonly SuperadminSection[] }[];

/** Every section of the superadmin's pages: its mark in the rail, and what it shows. */
export const superadminContents: Record<SuperadminSection, Section> = {
  abuse: {
    icon: ShieldBan,
    content: section(['abuse', 'report'], () =>
      import('#features/abuse/web/abuse-section.tsx').then((file) => file.AbuseSection),
    ),
  },
  accounts: {
    icon: Building2,
    content: section(['superadmin-accounts', 'account-limits', 'feature-flags'], () =>
      import('#features/superadmin/web/accounts/accounts-section.tsx').then((file) => file.AccountsSection),
    ),
  },
  announcements: {
    icon: Megaphone,
    content: section(['announcements'], () =>
      import('#features/announcements/web/announcements-section.tsx').then(
        (file) => file.AnnouncementsSection,
      ),
    ),
  },
  audit: {
    icon: FileClock,
    content: section(['audit'], () =>
      import('#features/audit/web/superadmin-audit.tsx').then((file) => file.SuperadminAudit),
    ),
  },
  backups: {
    icon: DatabaseBackup,
    content: section(['backups'], () =>
      import('#features/backups/web/backups-section.tsx').then((file) => file.BackupsSection),
    ),
  },
  blog: {
    icon: Newspaper,
    content: section(['blog-editor'], () =>
      import('#features/blog/web/blog-tab.tsx').then((file) => file.BlogTab),
    ),
  },
  domains: {
    icon: Globe,
    content: section(['superadmin-domains', 'white-label'], () =>
      import('#features/white-label/web/superadmin-domains.tsx').then((file) => file.SuperadminDomains),
    ),
  },
  features: {
    icon: ToggleRight,
    content: section(['feature-flags'], () =>
      import('#features/feature-flags/web/feature-flags-section.tsx').then(
        (file) => file.FeatureFlagsSection,
      ),
    ),
  },
  feedback: {
    icon: MessageSquareText,
    content: section([], () =>
      import('#features/superadmin/web/feedback-list.tsx').then((file) => file.FeedbackList),
    ),
  },
  health: {
    icon: HeartPulse,
    content: section(['superadmin-health', 'payment-setup'], () =>
      import('#features/superadmin/web/health.tsx').then((file) => file.Health),
    ),
  },
  jobs: {
    icon: RotateCcw,
    content: section(['superadmin-health', 'webhooks'], () =>
      import('#features/superadmin/web/job-failures.tsx').then((file) => file.JobFailures),
    ),
  },
  mails: {
    icon: Palette,
    content: section([], () =>
      import('#features/superadmin/web/mail-previews.tsx').then((file) => file.MailPreviews),
    ),
  },
  models: {
    icon: BrainCircuit,
    content: section(['superadmin-models', 'superadmin-setup'], () =>
      import('#features/operator-settings/web/models/models-section.tsx').then((file) => file.ModelsSection),
    ),
  },
  outbox: {
    icon: Mail,
    content: section([], () => import('#features/superadmin/web/outbox.tsx').then((file) => file.Outbox)),
  },
  plans: {
    icon: Tags,
    content: section(['superadmin-plans', 'superadmin-setup', 'billing-web'], () =>
      import('#features/billing/web/plans-section.tsx').then((file) => file.PlansSection),
    ),
  },
  templates: {
    icon: LayoutTemplate,
    content: section(['templates-editor', 'templates', 'server-pictures'], () =>
      import('#features/templates/web/editor/templates-section.tsx').then((file) => file.TemplatesSection),
    ),
  },
  testimonials: {
    icon: Quote,
    content: section(['testimonials', 'server-pictures'], () =>
      import('#features/testimonials/web/testimonials-section.tsx').then((file) => file.TestimonialsSection),
    ),
  },
  users: {
    icon: UsersRound,
    content: section(['superadmin-accounts'], () =>
      import('#features/superadmin/web/accounts/users-section.tsx').then((file) => file.UsersSection),
    ),
  },
  setup: {
    icon: Settings2,
    content: section(['superadmin-setup', 'integrations'], () =>
      import('./superadmin-setup.tsx').then((file) => file.SuperadminSetup),
    ),
  },
};

/** The mark of the first page. */
export const overviewIcon = Inbox;
