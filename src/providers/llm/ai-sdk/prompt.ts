import type { LlmChatInput, LlmMessage } from '../llm.port.ts';
import type { AiSdkLanguageModel } from '../llm.vendor.ts';

export type CallOptions = Parameters<AiSdkLanguageModel['doStream']>[0];
type Prompt = CallOptions['prompt'];

/** The options of `doStream` for a chat. */
export function buildCallOptions(
  input: LlmChatInput,
  signal: AbortSignal,
  providerName: string,
  takesTemperature: boolean,
): CallOptions {
  const options: CallOptions = { prompt: buildPrompt(input.messages), abortSignal: signal };
  if (input.temperature !== undefined && takesTemperature) options.temperature = input.temperature;
  if (input.maxOutputTokens !== undefined) options.maxOutputTokens = input.maxOutputTokens;
  if (input.providerOptions)
    options.providerOptions = { [providerName]: input.providerOptions } as CallOptions['providerOptions'];
  if (input.tools && input.tools.length > 0) {
    options.tools = input.tools.map((tool) => ({
      type: 'function',
      name: tool.name,
      description: tool.description,
      inputSchema: tool.parameters as JsonSchema,
    }));
  }
  return options;
}

type JsonSchema = Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>['inputSchema'];

/** Some vendors take system messages only at the start, so they all go there, in their order. */
function buildPrompt(messages: readonly LlmMessage[]): Prompt {
  const system = messages.filter((message) => message.role === 'system');
  const talk = messages.filter((message) => message.role !== 'system');
  return [...system, ...talk].map(buildMessage);
}

function buildMessage(message: LlmMessage): Prompt[number] {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user': {
      const parts =
        typeof message.content === 'string'
          ? [{ type: 'text' as const, text: message.content }]
          : message.content;
      return {
        role: 'user',
        content: parts.map((part) =>
          part.type === 'text'
            ? { type: 'text', text: part.text }
            : { type: 'file', mediaType: part.mediaType, data: { type: 'data', data: part.data } },
        ),
      };
    }
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map((call) => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.name,
        input: call.arguments.kind === 'json' ? call.arguments.value : { invalid: call.arguments.text },
        ...(call.vendorState ? { providerOptions: call.vendorState as CallOptions['providerOptions'] } : {}),
      }));
      return {
        role: 'assistant',
        content: message.content === '' ? calls : [{ type: 'text', text: message.content }, ...calls],
      };
    }
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.toolCallId,
            toolName: message.toolName,
            output: { type: message.isError ? 'error-text' : 'text', value: message.content },
          },
        ],
      };
  }
}
