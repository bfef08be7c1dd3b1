import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { InboxUsecases } from './inbox.usecases.ts';
import type { Notices } from './notices/notices.usecases.ts';
import { sendPushJob, tellPushJob, type Push } from './notices/push.usecases.ts';
import type { InboundMail } from './reply-mails/inbound.usecases.ts';
import type { ReplyMails } from './reply-mails/reply-mails.usecases.ts';

const replyMailsJob = defineJob({
  name: 'inbox.reply-mails',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});
const inboundMailJob = defineJob({
  name: 'inbox.inbound-mail',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});
const noticesJob = defineJob({
  name: 'inbox.notices',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});
const wordsJob = defineJob({
  name: 'inbox.words',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});

/** The background work of this feature; before the jobs start. */
export function registerInboxJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  replyMails: ReplyMails,
  inboundMail: Pick<InboundMail, 'look'>,
  notices: Pick<Notices, 'tellDue'>,
  push: Pick<Push, 'tell' | 'send'>,
  inbox: Pick<InboxUsecases, 'sortWordsIn'>,
): void {
  jobs.handle(tellPushJob, (event) => push.tell(event));
  jobs.handle(sendPushJob, (payload) => push.send(payload));
  jobs.handle(replyMailsJob, (_payload, signal) => replyMails.sendDue(signal));
  jobs.schedule(replyMailsJob, '* * * * *');
  jobs.handle(inboundMailJob, (_payload, signal) => inboundMail.look(signal));
  jobs.schedule(inboundMailJob, '* * * * *');
  jobs.handle(noticesJob, (_payload, signal) => notices.tellDue(signal));
  jobs.schedule(noticesJob, '* * * * *');
  jobs.handle(wordsJob, () => inbox.sortWordsIn());
  jobs.schedule(wordsJob, '* * * * *');
}
