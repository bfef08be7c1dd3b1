import { Server, type ServerOptions } from '@modelcontextprotocol/sdk/server/index.js';
import type { Implementation } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

/** Made once: left to the library, each server makes one of its own, which takes longer than the request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** A server of the Model Context Protocol, cheap enough to be made for each request. */
export const createProtocolServer = (about: Implementation, options: ServerOptions): Server =>
  new Server(about, { ...options, jsonSchemaValidator });
