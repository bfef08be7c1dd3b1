import type { LlmDefinition } from '../llm.definition.ts';
import type { LlmChatInput, LlmMessage, LlmToolCall, LlmUserContent } from '../llm.port.ts';
import type { OpenAiDialect } from '../llm.vendor.ts';

/** The body of a streaming chat completion. */
export function buildChatRequest(
  input: LlmChatInput,
  definition: LlmDefinition,
  dialect: OpenAiDialect,
): Record<string, unknown> {
  const takesTemperature =
    definition.models.find((model) => model.id === input.model)?.supportsTemperature ??
    !dialect.withoutTemperature?.test(input.model);
  const body: Record<string, unknown> = {
    ...dialect.extraBody?.(input.model),
    ...input.providerOptions,
    model: input.model,
    messages: input.messages.map((message) => buildMessage(message, dialect)),
    stream: true,
  };
  if (dialect.asksForUsage) body['stream_options'] = { include_usage: true };
  if (input.temperature !== undefined && takesTemperature) body['temperature'] = input.temperature;
  if (input.maxOutputTokens !== undefined) body[dialect.maxTokensField] = input.maxOutputTokens;
  if (input.tools && input.tools.length > 0) {
    body['tools'] = input.tools.map((tool) => ({
      type: 'function',
      function: { name: tool.name, description: tool.description, parameters: tool.parameters },
    }));
  } else {
    delete body['tools'];
  }
  return body;
}

function buildMessage(message: LlmMessage, dialect: OpenAiDialect): Record<string, unknown> {
  const toId = (id: string): string => dialect.toolCallId?.(id) ?? id;
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return {
        role: 'user',
        content: typeof message.content === 'string' ? message.content : message.content.map(buildContent),
      };
    case 'tool':
      return { role: 'tool', tool_call_id: toId(message.toolCallId), content: message.content };
    case 'assistant': {
      if (!message.toolCalls || message.toolCalls.length === 0)
        return { role: 'assistant', content: message.content };
      return {
        role: 'assistant',
        content: message.content === '' ? null : message.content,
        tool_calls: message.toolCalls.map((call) => buildToolCall(call, toId(call.id))),
      };
    }
  }
}

function buildContent(content: LlmUserContent): Record<string, unknown> {
  if (content.type === 'text') return { type: 'text', text: content.text };
  return {
    type: 'image_url',
    image_url: { url: `data:${content.mediaType};base64,${Buffer.from(content.data).toString('base64')}` },
  };
}

function buildToolCall(call: LlmToolCall, id: string): Record<string, unknown> {
  // Servers parse the arguments again, so what the model wrote wrongly goes back as a JSON text.
  const text =
    call.arguments.kind === 'json'
      ? JSON.stringify(call.arguments.value ?? {})
      : JSON.stringify({ invalid: call.arguments.text });
  return { id, type: 'function', function: { name: call.name, arguments: text } };
}
