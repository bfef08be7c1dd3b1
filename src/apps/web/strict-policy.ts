// The page's policy allows no code made out of text, and a library that only tries is reported as a
// violation.
// Zod reads this when it is loaded, later than anything here, so it takes its slower way without trying.
const zodSettings: { __zod_globalConfig?: { jitless?: boolean } } = globalThis as object;
zodSettings.__zod_globalConfig = { ...zodSettings.__zod_globalConfig, jitless: true };

export {};
