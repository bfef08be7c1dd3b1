-- The period of free messages is the day on which it began, also of months: `2026-11` becomes `2026-11-01`, so that nobody is refilled twice.
UPDATE paywall_lots SET period = period || '-01' WHERE length(period) = 7;
