import type { OfficeHours } from '../../conversations-hours.contract.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** A year and a day: later, no day is worth promising. */
const farthestDays = 366;

/** A moment as the clocks of a time zone show it, as if it were UTC. */
function onTheWall(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/**
 * The moment at which the clocks of a time zone show this; of an hour that summer time skips, as far into the
 * hour after it.
 */
function momentOf(wall: number, timeZone: string): number {
  // A zone is off by what it was half a day before, or by what it is half a day later: one of the two shows
  // what is wanted.
  const offsets = [-dayMs / 2, dayMs / 2].map((step) => onTheWall(wall + step, timeZone) - (wall + step));
  const moments = offsets.map((offset) => wall - offset);
  return moments.find((moment) => onTheWall(moment, timeZone) === wall) ?? Math.max(...moments);
}

/** The spans of a day, given as its midnight on the wall; none on a day off. */
function spansOf({ week, daysOff }: OfficeHours, midnight: number): OfficeHours['week'][number] {
  const date = new Date(midnight).toISOString().slice(0, 10);
  if (daysOff.some((day) => day.date === date)) return [];
  return (week[(new Date(midnight).getUTCDay() + 6) % 7] ?? []).toSorted((a, b) => a.from - b.from);
}

/** Whether the team is there by its hours; always, where they are off. */
export function isOpenAt(hours: OfficeHours, now: Date): boolean {
  if (!hours.isOn) return true;
  const wall = onTheWall(now.getTime(), hours.timeZone);
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const minute = (wall - midnight) / minuteMs;
  return spansOf(hours, midnight).some(({ from, to }) => from <= minute && minute < to);
}

/** When the team is there next; null while it is, and where no span is left within a year. */
export function opensNextAt(hours: OfficeHours, now: Date): Date | null {
  if (isOpenAt(hours, now)) return null;
  const today = Math.floor(onTheWall(now.getTime(), hours.timeZone) / dayMs) * dayMs;
  for (let day = 0; day <= farthestDays; day += 1) {
    for (const { from } of spansOf(hours, today + day * dayMs)) {
      const moment = momentOf(today + day * dayMs + from * minuteMs, hours.timeZone);
      if (moment > now.getTime()) return new Date(moment);
    }
  }
  return null;
}
