import { describeLlmContract, type LlmContract } from '../llm.contract-suite.ts';

/** What differs between vendors that speak the OpenAI wire format. */
type OpenAiContract = Pick<LlmContract, 'id' | 'basePath' | 'model' | 'usage' | 'models'> & {
  /** What its dialect sends beside the fields that all of them send. */
  sent: Record<string, unknown>;
};

/** `describeLlmContract` for a vendor that speaks the OpenAI wire format. */
export function describeOpenAiContract({ sent, ...contract }: OpenAiContract): void {
  describeLlmContract({
    ...contract,
    chatPath: `${contract.basePath}/chat/completions`,
    modelsPath: `${contract.basePath}/models`,
    authHeader: ['authorization', 'Bearer recorded-key-1'],
    body: {
      model: contract.model,
      messages: [
        { role: 'system', content: 'You answer for a bakery.' },
        { role: 'user', content: 'Will it rain?' },
        {
          role: 'assistant',
          content: 'I will see.',
          tool_calls: [
            {
              id: 'callAAAA1',
              type: 'function',
              function: { name: 'forecast', arguments: '{"city":"Brno"}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'callAAAA1', content: 'dry' },
        { role: 'user', content: 'When do you open?' },
      ],
      stream: true,
      temperature: 0.3,
      tools: [
        {
          type: 'function',
          function: {
            name: 'forecast',
            description: 'The weather of the next days.',
            parameters: {
              type: 'object',
              properties: { city: { type: 'string' }, days: { type: 'integer' } },
              required: ['city'],
              additionalProperties: false,
            },
          },
        },
      ],
      ...sent,
    },
  });
}
