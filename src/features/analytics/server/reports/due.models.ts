import { reportHour, type ReportRhythm } from '../../analytics-reports.contract.ts';
import { beginningOf, dayAt, daysAfter } from '../figures/period.models.ts';

const minuteMs = 60_000;

/** The Monday or the first of the month that a day belongs to. */
function firstDay(every: ReportRhythm, day: string): string {
  if (every === 'month') return `${day.slice(0, 7)}-01`;
  return daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

const firstDayBefore = (every: ReportRhythm, day: string): string =>
  firstDay(every, daysAfter(firstDay(every, day), -1));

/** When the clocks of a zone show the hour of mails on a day, also on one on which they were moved before it. */
function hourOf(day: string, zone: string): Date {
  const guess = new Date(beginningOf(day, zone).getTime() + reportHour * 60 * minuteMs);
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(guess)
    .split(':')
    .map(Number);
  return new Date(guess.getTime() + (reportHour * 60 - (hour * 60 + minute)) * minuteMs);
}

/** The day of the newest mail that is due by now. */
export function lastDue(every: ReportRhythm, zone: string, now: Date): string {
  const day = firstDay(every, dayAt(now, zone));
  return hourOf(day, zone) <= now ? day : firstDayBefore(every, day);
}

/** When the next mail is due; always after now. */
export function nextDue(every: ReportRhythm, zone: string, now: Date): Date {
  const last = lastDue(every, zone, now);
  return hourOf(firstDay(every, daysAfter(last, every === 'week' ? 7 : 31)), zone);
}

/** The days that a mail tells about: the whole week or month before the day on which it is due. */
export function daysTold(every: ReportRhythm, dueDay: string): { from: string; to: string } {
  return { from: firstDayBefore(every, dueDay), to: daysAfter(dueDay, -1) };
}
