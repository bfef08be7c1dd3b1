import { expect, test } from 'vitest';
import { commonErrors } from '#shared/errors.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { createHttpApp } from './http-app.ts';
import { uploadedFile, type UploadedFile } from './uploaded-file.ts';

async function sent(head: string): Promise<UploadedFile | undefined> {
  const app = await createHttpApp({
    challenge: () => null,
    log: createSilentLogger(),
    translator: { text: (_language, key) => key, has: () => true, namespace: () => ({}) },
    language: () => 'en',
    trustProxy: [],
    maxUploadBytes: 1_000_000,
    isOwnOrigin: () => true,
    notFound: async (_request, reply) => reply.code(404).send(),
  });
  let file: UploadedFile | undefined;
  app.post('/upload', async (request) => {
    file = await uploadedFile(request, { admit: async () => undefined, missing: commonErrors.notFound });
    return {};
  });
  await app.inject({
    method: 'POST',
    url: '/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\n${head}\r\n\r\nText\r\n--b--\r\n`,
  });
  await app.close();
  return file;
}

test('a name is cut before anybody reads it, whoever sends it', async () => {
  const named = (name: string): Promise<UploadedFile | undefined> =>
    sent(`content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain`);
  const usual = await named('prices.txt');
  expect(usual).toMatchObject({ fileName: 'prices.txt', mimeType: 'text/plain' });
  expect(Buffer.from(usual?.bytes ?? []).toString()).toBe('Text');
  expect((await named(`a${'.'.repeat(5_000)}x.txt`))?.fileName).toMatch(/^a\.{234}\.{15}x\.txt$/);
  for (const length of [9_000, 79_000, 200_000])
    expect((await named(`a${'.'.repeat(length)}x.txt`))?.fileName.length ?? 0).toBeLessThanOrEqual(255);
});

test('what stands beyond 8 KB in the head of a part is not read', async () => {
  const headed = (length: number): Promise<UploadedFile | undefined> =>
    sent(
      `content-disposition: form-data; name="file"; filename="a.txt"; x="${'x'.repeat(length)}"\r\ncontent-type: a/b`,
    );
  expect((await headed(7_000))?.mimeType).toBe('a/b');
  expect((await headed(9_000))?.mimeType).toBe('text/plain');
});

test('a type is cut as well', async () => {
  const file = await sent(
    `content-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/${'x'.repeat(5_000)}`,
  );
  expect(file?.mimeType).toHaveLength(255);
});
