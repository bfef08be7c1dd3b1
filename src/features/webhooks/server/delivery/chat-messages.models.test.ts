import { expect, test } from 'vitest';
import { sampleOf } from '../events/samples.models.ts';
import { webhookEventTypes } from '../../webhooks-events.contract.ts';
import { chatBody, chatLines } from './chat-messages.models.ts';

test('says of an event who and what, and leads to where the dashboard shows it', () => {
  expect(chatLines(sampleOf('form.submitted'), 'en')).toMatchObject({
    lines: ['Order a cake', 'Your name: Jana Bright', 'E-mail: jana@bright.example'],
    path: expect.stringMatching(/^\/dashboard\/forms\/frm_\w+\/submissions$/),
  });
  expect(chatLines(sampleOf('payment.succeeded'), 'nl')).toMatchObject({
    lines: [expect.stringContaining('11,90'), 'jana@bright.example'],
    path: '/dashboard/payments',
    isTest: true,
  });
  expect(chatLines(sampleOf('conversation.handoff_requested'), 'en')).toMatchObject({
    agentId: expect.stringMatching(/^agt_/),
    path: expect.stringMatching(/^\/dashboard\/inbox\/cnv_/),
  });
  expect(chatLines(sampleOf('call.ended'), 'nl')).toMatchObject({
    lines: [expect.stringMatching(/^\d+:\d\d · Engels$/)],
    agentId: expect.stringMatching(/^agt_/),
    path: expect.stringMatching(/^\/dashboard\/inbox\/cnv_/),
  });
});

test('has words for every event', () => {
  for (const type of webhookEventTypes) {
    const { lines, path } = chatLines(sampleOf(type), 'en');
    expect(lines.length > 0 || path !== null, type).toBe(true);
  }
});

test('lets strangers mention nobody, and stays within what chats take', () => {
  const lines = ['<!channel> <https://evil.example|Your bank> & @everyone', 'x'.repeat(5_000)];
  const slack = JSON.parse(chatBody('slack', 'New lead', lines)) as { text: string };
  expect(slack.text).toContain('&lt;!channel&gt; &lt;https://evil.example|Your bank&gt; &amp;');
  const discord = JSON.parse(chatBody('discord', 'New lead', lines)) as {
    content: string;
    allowed_mentions: object;
  };
  expect(discord.allowed_mentions).toEqual({ parse: [] });
  expect(discord.content.length).toBeLessThanOrEqual(2_000);
});
