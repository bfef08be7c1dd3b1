/**
 * What only people themselves do, also while a superadmin works as them: how they come in, who else does, what
 * opens the account to programs, where its money goes, and what leaves it as a whole. Route patterns.
 */
const ownAffairs: readonly RegExp[] = [
  /^\/api\/user\/(password|sessions|two-factor|email-proof|account$)/,
  /^\/api\/(news\/|sample-account$)/,
  /^\/api\/superadmin\/claim$/,
  /^\/api\/account\/(exports|reset|delete)/,
  /^\/api\/account-review$/,
  /^\/api\/(team|invitations)(\/|$)/,
  /^\/api\/agents\/:id\/(keys|identity|members)/,
  /^\/api\/white-label\/(domain|legal$)/,
  /^\/api\/(seller$|billing\/|payments\/)/,
  /^\/api\/contacts\/:id\/ledger$/,
  /^\/api\/analytics\/report-schedule$/,
  /^\/api\/integrations/,
  /^\/api\/(clients|client-visit|client-account)(\/|$)/,
  /^\/api\/account-keys/,
  /^\/api\/(oauth|webhook-endpoints|mcp-connections|stores|functions)(\/|$)/,
  // Somebody agrees in their own voice.
  /^\/api\/cloned-voices(\/|$)/,
  /\/browsers(\/|$)/,
];
/** Of these nothing is read either: files that take out of the house what the account owns. */
const ownReading: readonly RegExp[] = [
  /^\/api\/account\/exports/,
  /^\/api\/contact-files\//,
  /^\/api\/contact-imports\/:id\/refused\.csv$/,
  /^\/api\/contacts\/:id\/record$/,
  /^\/api\/(agents|forms)\/:id\/export$/,
  /^\/api\/payments\.csv$/,
  /^\/api\/analytics\/events$/,
  /^\/api\/cloned-voices\/:id\/consent$/,
];

/** Whether an address is refused to a superadmin who works as somebody else. */
export function isOwnAffair(method: string, route: string): boolean {
  return (method === 'GET' ? ownReading : ownAffairs).some((affair) => affair.test(route));
}
