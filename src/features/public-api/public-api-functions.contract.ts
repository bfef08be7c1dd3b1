import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  functionsEndpoints,
  functionSummarySchema,
} from '#features/custom-functions/custom-functions.contract.ts';
import { may, pageOf, paging } from './public-api.contract.ts';

const manage = may('functions.write', 'integrations.manage');

export const publicFunctionsEndpoints = {
  list: endpoint({
    ...functionsEndpoints.list,
    path: '/api/v1/functions',
    access: may('agents.read', 'agents.read'),
    name: 'functions.list',
    summary: 'The functions of the account, by their names.',
    query: z.strictObject(paging),
    response: pageOf(functionSummarySchema),
  }),
  get: endpoint({
    ...functionsEndpoints.read,
    path: '/api/v1/functions/{id}',
    access: manage,
    name: 'functions.get',
  }),
  create: endpoint({
    ...functionsEndpoints.create,
    path: '/api/v1/functions',
    access: manage,
    name: 'functions.create',
  }),
  save: endpoint({
    ...functionsEndpoints.save,
    path: '/api/v1/functions/{id}',
    access: manage,
    name: 'functions.save',
  }),
  change: endpoint({
    ...functionsEndpoints.change,
    path: '/api/v1/functions/{id}',
    access: manage,
    name: 'functions.change',
  }),
  remove: endpoint({
    ...functionsEndpoints.remove,
    path: '/api/v1/functions/{id}',
    access: manage,
    name: 'functions.remove',
  }),
} as const;
