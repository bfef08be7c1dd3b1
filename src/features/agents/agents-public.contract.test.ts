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

it('greets in the language of the chat where there are words for it', () => {
  const prompt = agentConfiguration.parse({
    prompt: {
      welcomeMessage: 'Hallo',
      welcomes: [
        { language: 'en', text: 'Hello' },
        { language: 'fr', text: 'Salut' },
      ],
    },
  }).prompt;
  expect(show({ prompt }).welcomeMessage).toBe('Hello');
  expect(show({ prompt: { ...prompt, welcomes: [] } }).welcomeMessage).toBe('Hallo');
});

it('begins calls in the language of the chat where there are words for it', () => {
  const voice = (greetings: object[]) =>
    agentConfiguration.parse({ voice: { enabled: true, greeting: 'Dag', greetings } }).voice;
  const told = (greetings: object[]) => show({ voice: voice(greetings) }).voice;
  expect(told([{ language: 'en', text: 'Good day' }])?.greeting).toBe('Good day');
  expect(told([{ language: 'fr', text: 'Bonjour' }])?.greeting).toBe('Dag');
  // What was set before there were languages.
  expect(told([])?.greeting).toBe('Dag');
  expect(JSON.stringify(told([{ language: 'fr', text: 'Bonjour' }]))).not.toContain('Bonjour');
});

it('keeps what only the owner knows', () => {
  const agent = show({
    prompt: {
      systemPrompt: 'Never name the cook',
      welcomeMessage: 'Hi',
      welcomes: [],
      iceBreakers: [' ', 'Beds?'],
      files: [],
    },
  });
  expect(JSON.stringify(agent)).not.toContain('cook');
  expect(agent.iceBreakers).toEqual(['Beds?']);
});
