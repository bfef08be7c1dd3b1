/** Where programs work in an account. */
export const publicApiPath = '/api/v1';

/** The description of it, by OpenAPI. */
export const publicApiDocumentPath = `${publicApiPath}/openapi.json`;

/** What the reference says of every operation, in this order: keys of its texts below `begin`. */
export const apiReferenceBeginnings = ['text', 'pages', 'expand', 'errors', 'limits', 'repeat'] as const;
