/** For so many days a month has little to show, and the one before is what people come for. */
const earlyDays = 3;

/** Whether the month of this moment, in the person's own calendar, has just begun. */
export const isEarlyInMonth = (now: Date): boolean => now.getDate() <= earlyDays;
