/**
 * What only people themselves do, also while a superadmin works as them: how they come in, who else does, what
 * opens the account to programs, where its money goes, and what leaves it as a whole. Route patterns.
 */
const ownAffairs: readonly RegExp[] = [
  /^\/api\/user\/(password|sessions|two-factor|account$)/,
  /^\/api\/account\/(exports|reset|delete)/,
  /^\/api\/(team|invitations)(\/|$)/,
  /^\/api\/payments\/setup/,
  /^\/api\/billing\//,
  /^\/api\/integrations/,
  /^\/api\/account-keys/,
  /^\/api\/agents\/:id\/(keys|identity)/,
  /^\/api\/(oauth|webhook-endpoints|mcp-connections|stores)(\/|$)/,
  /\/browsers(\/|$)/,
];
/** Of these nothing is read either. */
const ownReading = /^\/api\/account\/exports/;

/** Whether an address is refused to a superadmin who works as somebody else. */
export function isOwnAffair(method: string, route: string): boolean {
  return method === 'GET' ? ownReading.test(route) : ownAffairs.some((affair) => affair.test(route));
}
