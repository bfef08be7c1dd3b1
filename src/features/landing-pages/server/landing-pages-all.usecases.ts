import { createExperiments } from './experiment/experiment.usecases.ts';
import { createPageImages, type PageImagesServices } from './images/images.usecases.ts';
import { createLandingPages } from './landing-pages.usecases.ts';
import { createFromAgent, type FromAgentServices } from './making/from-agent.usecases.ts';
import { createPageTemplates, type PageTemplatesServices } from './making/page-templates.usecases.ts';
import { createImporting, type ImportServices } from './making/import.usecases.ts';
import { createPageFiles } from './making/page-files.usecases.ts';
import { createCounting, type CountingServices } from './published/counting.usecases.ts';
import type { Published } from './published/published.usecases.ts';
import { createPublishing, type PublishingServices } from './publishing/publishing.usecases.ts';
import { createRewriting, type RewritingServices } from './rewriting/rewriting.usecases.ts';
import { createPageResults } from './results/results.usecases.ts';

/** Everything about landing pages, put together. What visitors meet is made before: chats and forms ask it, too. */
export function createLandingPagesParts(
  services: PublishingServices &
    FromAgentServices &
    ImportServices &
    PageTemplatesServices &
    RewritingServices &
    CountingServices &
    Omit<PageImagesServices, 'published'> & { published: Published },
) {
  const owners = createLandingPages(services);
  const images = createPageImages(services);
  const rewriting = createRewriting(services);
  return {
    owners,
    images,
    published: services.published,
    publishing: createPublishing(services, owners),
    fromAgent: createFromAgent(services, owners, rewriting),
    templates: createPageTemplates(services, owners),
    importing: createImporting(services, owners, images),
    files: createPageFiles(services, owners, images),
    counting: createCounting(services),
    rewriting,
    results: createPageResults(services),
    experiments: createExperiments(services, owners),
  };
}

export type LandingPagesParts = ReturnType<typeof createLandingPagesParts>;
