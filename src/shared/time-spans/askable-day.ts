/** Nothing that is counted happened before it, and clocks of zones are known from about then on. */
const firstDay = '1900-01-01';
/** A day after it may have a year of five digits somewhere. */
const lastDay = '2999-12-31';

/** Whether a day lies where calendars and databases agree on what it is; no year does while it is typed. */
export const isAskableDay = (day: string): boolean => day >= firstDay && day <= lastDay;
