/** A value as an API describes it, cut to what can be shown and asked for. */
export type ApiSchema = {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  description?: string;
  enum?: (string | number)[];
  items?: ApiSchema;
  properties?: Record<string, ApiSchema>;
  required?: string[];
};

export type ApiField = {
  name: string;
  where: 'path' | 'query' | 'header' | 'body';
  isRequired: boolean;
  schema: ApiSchema;
};

/** How an API says that callers prove themselves. */
export type ApiAuth =
  | { type: 'none' | 'bearer' | 'basic' }
  | { type: 'header' | 'query'; name: string }
  | { type: 'oauth2'; tokenUrl: string };

/**
 * What of an operation could not be taken over: `remote` refers to another document, `recursive` stands in
 * itself, `body` is of a kind that is not sent, `large` has more than is read.
 */
export type ApiNote = 'remote' | 'recursive' | 'body' | 'large';

export type ApiOperation = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  operationId: string;
  summary: string;
  description: string;
  fields: ApiField[];
  body: 'none' | 'json' | 'form';
  auth: ApiAuth;
  /** A member of the answer that holds what was asked for. */
  answerPath: string;
  notes: ApiNote[];
};

/** What a document of OpenAPI 3 says. */
export type ApiDescription = {
  title: string;
  /** As they stand there, with the defaults of their variables. */
  servers: string[];
  /** All operations that match, of which the first are told. */
  total: number;
  operations: ApiOperation[];
};
