import path from 'node:path';
import { createPasswords } from '#platform/crypto/password.ts';
import { createLandingPagesParts } from '#features/landing-pages/server/landing-pages-all.usecases.ts';
import {
  createPublished,
  type Published,
} from '#features/landing-pages/server/published/published.usecases.ts';
import { projectFolder } from '../project-folder.ts';
import { createReadWebPage } from '../read-web-page.ts';
import type { AgentServices } from './agent-services.ts';
import type { BaseServices } from './base-services.ts';
import type { ConversationServices } from './conversation-services.ts';
import type { MoneyServices } from './money-services.ts';

/** Pages as visitors meet them. Chats and forms ask by which of them somebody came, so they are made before both. */
export function createPublishedPages(base: BaseServices): Published {
  const { database, clock, box, realtime, brands, givenPasswords } = base;
  const passwords = givenPasswords ?? createPasswords();
  return createPublished({ database, clock, box, realtime, brands, passwords });
}

/** Landing pages: what their owners do with them, and what counts who comes. */
export function createLandingPageServices(
  base: BaseServices,
  {
    knowledge,
    agents,
    agentUsage,
    integrations,
  }: Pick<AgentServices, 'knowledge' | 'agents' | 'agentUsage' | 'integrations'>,
  { askKnowledge }: Pick<ConversationServices, 'askKnowledge'>,
  { forms }: Pick<MoneyServices, 'forms'>,
  published: Published,
) {
  const { database, clock, log, box, realtime, brands, translator, limiter, drawer } = base;
  const { safeFetch, documents, givenPasswords } = base;
  return createLandingPagesParts({
    database,
    clock,
    log,
    box,
    realtime,
    brands,
    translator,
    limiter,
    drawer,
    knowledge,
    published,
    agents,
    integrations,
    usage: agentUsage,
    forms: forms.owners,
    pageTemplatesFolder: path.join(projectFolder, 'content/landing-pages'),
    ask: askKnowledge,
    passwords: givenPasswords ?? createPasswords(),
    ...createReadWebPage({ safeFetch, documents }),
  });
}
