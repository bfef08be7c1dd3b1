import sharp from 'sharp';
import { answerTasks } from '#platform/process/answer-tasks.ts';
import type { DrawingTask } from '../picture-types.ts';
import { drawChatImage } from './draw-chat.ts';
import { drawSizedImage } from './draw-sized.ts';
import { drawStoredImage } from './draw-stored.ts';

// Each picture comes once, and its process shares the machine with those that answer people.
sharp.cache(false);
sharp.concurrency(1);

/** The process that draws pictures of strangers anew. */
async function draw(task: DrawingTask): Promise<unknown> {
  const drawn =
    task.type === 'chat'
      ? await drawChatImage(task.bytes)
      : task.type === 'sized'
        ? await drawSizedImage(task.bytes, task.widths)
        : await drawStoredImage(task.bytes, task.kind);
  return drawn === null ? { fault: 'unusable' } : typeof drawn === 'string' ? { fault: drawn } : { drawn };
}

answerTasks(draw, () => null);
