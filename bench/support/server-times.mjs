/**
 * Loaded into the server before it starts (`node --import`): writes down how long it takes for each request, from its
 * head being read until the whole answer was handed to the system, in milliseconds. What a client and the way to it take
 * is no part of that. Written to the file that SERVER_TIMES names when the server ends.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const began = new WeakMap();
const times = [];

subscribe('http.server.request.start', ({ request }) => began.set(request, performance.now()));
subscribe('http.server.response.finish', ({ request }) =>
  times.push([request.method, request.url, performance.now() - began.get(request)]),
);
process.on('exit', () => {
  if (times.length > 0) writeFileSync(process.env.SERVER_TIMES, JSON.stringify(times));
});
