import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { knowledgeEndpoints } from '#features/knowledge/knowledge-endpoints.contract.ts';
import { sourceSchema } from '#features/knowledge/knowledge.contract.ts';
import { id, may, pageOf, paging } from './public-api.contract.ts';

const ofAgent = z.strictObject({ id });
const ofSource = z.strictObject({ id, source: id });
const write = may('agents.write', 'agents.edit');
const read = may('agents.read', 'agents.read');
const source = sourceSchema.omit({ can: true }).meta({ id: 'ApiSource' });

export const publicKnowledgeEndpoints = {
  list: endpoint({
    ...knowledgeEndpoints.sources,
    path: '/api/v1/agents/{id}/sources',
    access: read,
    name: 'sources.list',
    summary: 'What an agent learned from, newest first.',
    params: ofAgent,
    query: z.strictObject(paging),
    response: pageOf(source),
  }),
  get: endpoint({
    ...knowledgeEndpoints.source,
    path: '/api/v1/agents/{id}/sources/{source}',
    access: read,
    name: 'sources.get',
    params: ofSource,
    response: source.extend({
      /** The text that was entered. */
      body: z.string().nullable(),
      pairs: knowledgeEndpoints.source.response.shape.pairs,
    }),
  }),
  addWebsite: endpoint({
    ...knowledgeEndpoints.addWebsite,
    path: '/api/v1/agents/{id}/sources/website',
    access: write,
    name: 'sources.addWebsite',
    params: ofAgent,
    response: source,
  }),
  addText: endpoint({
    ...knowledgeEndpoints.addText,
    path: '/api/v1/agents/{id}/sources/text',
    access: write,
    name: 'sources.addText',
    params: ofAgent,
    response: source,
  }),
  addPairs: endpoint({
    ...knowledgeEndpoints.addPairs,
    path: '/api/v1/agents/{id}/sources/qa',
    access: write,
    name: 'sources.addPairs',
    params: ofAgent,
    response: source,
  }),
  addFile: endpoint({
    ...knowledgeEndpoints.addFile,
    path: '/api/v1/agents/{id}/sources/file',
    access: write,
    name: 'sources.addFile',
    params: ofAgent,
    response: source,
  }),
  change: endpoint({
    ...knowledgeEndpoints.changeSource,
    path: '/api/v1/agents/{id}/sources/{source}',
    access: write,
    name: 'sources.change',
    params: ofSource,
    response: source,
  }),
  sync: endpoint({
    ...knowledgeEndpoints.syncSource,
    path: '/api/v1/agents/{id}/sources/{source}/sync',
    access: write,
    name: 'sources.sync',
    params: ofSource,
    response: source,
  }),
  remove: endpoint({
    ...knowledgeEndpoints.deleteSource,
    path: '/api/v1/agents/{id}/sources/{source}',
    access: write,
    name: 'sources.remove',
    params: ofSource,
    response: source,
  }),
  search: endpoint({
    ...knowledgeEndpoints.search,
    path: '/api/v1/agents/{id}/search',
    access: read,
    name: 'sources.search',
    summary: 'Finds passages in what an agent knows, with scores.',
    params: ofAgent,
    response: z.object({ hits: knowledgeEndpoints.search.response.shape.hits }),
  }),
} as const;
