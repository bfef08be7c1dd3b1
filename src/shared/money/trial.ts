/**
 * Whether an account began with a trial, running or over: an operator may have newcomers begin without one. Moments as
 * dates, or both as the server sends them.
 */
export const hadTrial = <Moment extends Date | string>(createdAt: Moment, trialEnd: Moment): boolean =>
  trialEnd > createdAt;
