import {
  AlignLeft,
  AtSign,
  Calendar,
  CalendarClock,
  CircleDot,
  Coins,
  Hash,
  Link,
  ListChecks,
  Percent,
  Phone,
  SquareCheck,
  Type,
  type LucideIcon,
} from 'lucide-react';
import type { CustomFieldType } from '#shared/contacts/custom-fields.ts';

export const customFieldIcons: Record<CustomFieldType, LucideIcon> = {
  text: Type,
  long_text: AlignLeft,
  number: Hash,
  currency: Coins,
  percent: Percent,
  date: Calendar,
  datetime: CalendarClock,
  select: CircleDot,
  multi_select: ListChecks,
  checkbox: SquareCheck,
  url: Link,
  email: AtSign,
  phone: Phone,
};
