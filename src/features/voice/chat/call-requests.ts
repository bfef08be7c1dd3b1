/** Asks the server something about the visitor's call. */
type CallRequest = (path: string, method: string, body?: object, signal?: AbortSignal) => Promise<Response>;

export const callRequests =
  (token: () => string | null): CallRequest =>
  (path: string, method: string, body?: object, signal?: AbortSignal) =>
    fetch(`/api/visitor/calls${path}`, {
      method,
      signal,
      credentials: 'omit',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        authorization: `Bearer ${token() ?? ''}`,
      },
      body: body && JSON.stringify(body),
    });
