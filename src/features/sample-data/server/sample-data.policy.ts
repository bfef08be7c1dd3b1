/**
 * What a sample account does not do: take real money, let other people or programs in, show itself under a domain, or
 * leave the house. Route patterns; reading is never refused.
 */
const refused: readonly RegExp[] = [
  /^\/api\/(billing|payments\/setup|seller)(\/|$)/,
  /^\/api\/(team|clients|client-account)(\/|$)/,
  /^\/api\/account\/(exports|delete|reset)/,
  /^\/api\/(account-keys|oauth|webhook-endpoints|mcp-connections|integrations|stores)(\/|$)/,
  /^\/api\/agents\/:id\/(keys|identity|members|install-mail)/,
  /^\/api\/white-label(\/|$)/,
];

/** Whether an address is refused to somebody who works in a sample account. */
export function isTooReal(method: string, route: string): boolean {
  return method !== 'GET' && refused.some((pattern) => pattern.test(route));
}
