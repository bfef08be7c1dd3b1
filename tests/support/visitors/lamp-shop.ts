import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { TestBrowser } from '../app/test-app.ts';
import { publishAgent } from './visitor-chat.ts';

/** A customer's page on another origin, with what a test puts into its `body`. */
export async function startLampShop() {
  const server = createServer(
    (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><html lang="en"><title>Shop</title><h1>Lamps</h1>${shop.body}</html>`),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const shop = {
    // Another origin by its name: localhost is not 127.0.0.1 to a browser.
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    body: '',
    close: () => void server.close(),
  };
  return shop;
}
export type LampShop = Awaited<ReturnType<typeof startLampShop>>;

export type Change = (configuration: AgentConfiguration) => void;

/** A published agent of a bakery. */
export function makeBakery(owner: TestBrowser, change: Change): Promise<Agent> {
  return publishAgent(owner, (configuration) => {
    configuration.basic.name = 'Linden & Loaf';
    configuration.prompt.welcomeMessage = 'Good morning. What would you like to know?';
    change(configuration);
  });
}

/** Asks visitors who they are. */
export const withForm =
  (about: Partial<AgentConfiguration['contactForm']> = {}): Change =>
  (configuration) =>
    void Object.assign(configuration.contactForm, { enabled: true, ...about });
