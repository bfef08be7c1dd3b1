import { refused, requestHeaders, unreachable } from './client.ts';

/** Sends files as a form with progress (which `fetch` does not report). `onProgress` gets 0…1. */
export function upload(
  path: string,
  form: FormData,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) =>
      event.lengthComputable && options.onProgress?.(event.loaded / event.total);
    request.onerror = () => reject(unreachable(null));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    request.onload = () => {
      if (request.status < 200 || request.status > 299)
        reject(refused('POST', path, request.status, request.statusText, request.responseText));
      else resolve(request.responseText ? JSON.parse(request.responseText) : undefined);
    };
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
