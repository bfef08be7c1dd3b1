import { expect, it } from 'vitest';
import { agentConfiguration } from '../../agents-configuration.contract.ts';
import { renamings } from './renaming.ts';

const draft = agentConfiguration.parse({
  basic: { name: 'Nora', seoTitle: 'Nora helps' },
  prompt: {
    welcomeMessage: 'Hi, I am Nora (from Linden).',
    welcomes: [{ language: 'nl', text: 'Hoi, ik ben Nora.' }],
    systemPrompt: 'You are Nora. Noras are many, NORA is none; Nora answers.',
  },
  voice: { greetings: [{ language: 'fr', text: 'Bonjour, ici Nora.' }] },
});

it('a new name is offered for where the old one stands as a word', () => {
  expect(renamings(draft, 'Nora', 'Mr. $& Fox')).toEqual([
    { path: 'prompt.welcomeMessage', text: 'Hi, I am Mr. $& Fox (from Linden).', count: 1 },
    {
      path: 'prompt.systemPrompt',
      text: 'You are Mr. $& Fox. Noras are many, NORA is none; Mr. $& Fox answers.',
      count: 2,
    },
    { path: 'basic.seoTitle', text: 'Mr. $& Fox helps', count: 1 },
    { path: 'prompt.welcomes', text: [{ language: 'nl', text: 'Hoi, ik ben Mr. $& Fox.' }], count: 1 },
    { path: 'voice.greetings', text: [{ language: 'fr', text: 'Bonjour, ici Mr. $& Fox.' }], count: 1 },
  ]);
});

it('nothing is offered without a name, for the same name, or where it stands nowhere', () => {
  expect([
    renamings(draft, 'Nora', ' '),
    renamings(draft, '', 'Fox'),
    renamings(draft, 'Nora', 'Nora '),
    renamings(draft, 'Linda (test', 'Fox'),
  ]).toEqual([[], [], [], []]);
});
