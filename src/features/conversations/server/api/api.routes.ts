import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { conversationsApiEndpoints } from '../../conversations-api.contract.ts';
import type { ConversationsApi } from './api.usecases.ts';

export function conversationsApiRoutes(binder: Binder, usecases: ConversationsApi): void {
  bindEndpoints(binder, conversationsApiEndpoints, {
    apiSession: ({ key, body, language, request, address }) =>
      usecases.session(key, {
        language: body.language ?? language,
        tag: body.tag ?? null,
        origin: request.headers.origin ?? null,
        address,
      }),
    apiMessage: ({ key, body, language }) =>
      usecases.message(key, {
        ...body,
        token: body.token,
        clientMessageId: body.clientMessageId,
        language: body.language ?? language,
      }),
  });
}
