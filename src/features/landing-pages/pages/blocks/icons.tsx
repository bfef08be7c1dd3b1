import {
  BookOpen,
  CalendarDays,
  ChartNoAxesColumn,
  Check,
  Clock,
  Gift,
  Globe,
  Heart,
  Leaf,
  Lock,
  Mail,
  MapPin,
  MessageCircle,
  Mic,
  Phone,
  Rocket,
  ShieldCheck,
  Sparkles,
  Star,
  Target,
  Users,
  Wallet,
  Wrench,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import type { IconName } from '#shared/landing-pages/blocks.ts';

/** The drawing of each icon that a block may show. */
export const icons: Record<IconName, LucideIcon> = {
  check: Check,
  star: Star,
  heart: Heart,
  bolt: Zap,
  clock: Clock,
  calendar: CalendarDays,
  chat: MessageCircle,
  mail: Mail,
  phone: Phone,
  map: MapPin,
  shield: ShieldCheck,
  lock: Lock,
  book: BookOpen,
  target: Target,
  chart: ChartNoAxesColumn,
  rocket: Rocket,
  sparkles: Sparkles,
  users: Users,
  globe: Globe,
  wallet: Wallet,
  wrench: Wrench,
  leaf: Leaf,
  gift: Gift,
  mic: Mic,
};

/** An icon in its small field of colour. */
export function Icon({ name }: { name: IconName }) {
  const Drawn = icons[name];
  return (
    <span className="lp-icon" aria-hidden="true">
      <Drawn size={22} />
    </span>
  );
}
