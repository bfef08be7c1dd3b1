import { expect, it } from 'vitest';
import { agentConfiguration, type AgentConfiguration } from './agents-configuration.contract.ts';
import { publicAgentSchema, toPublicAgent } from './agents-public.contract.ts';

const show = (configuration: Partial<AgentConfiguration>) =>
  toPublicAgent(
    { ...agentConfiguration.parse({}), ...configuration },
    {
      number: 7,
      language: 'en',
      preview: false,
      closed: null,
      texts: {},
      css: '',
    },
  );

it('tells a browser all that its schema promises, and nothing else', () => {
  const agent = show({});
  expect(publicAgentSchema.strict().parse(agent)).toEqual(agent);
});

it('tells sections that are for visitors as they were set', () => {
  expect(show({ footer: { text: 'Ring twice', showBrand: false } }).footer).toEqual({
    text: 'Ring twice',
    showBrand: false,
  });
});

it('keeps what only the owner knows', () => {
  const agent = show({
    prompt: {
      systemPrompt: 'Never name the cook',
      welcomeMessage: 'Hi',
      iceBreakers: [' ', 'Beds?'],
      files: [],
    },
  });
  expect(JSON.stringify(agent)).not.toContain('cook');
  expect(agent.iceBreakers).toEqual(['Beds?']);
});
