import { paths } from '#shared/paths.ts';

/** The one line that puts an agent on a site; `origin` is where the account's visitors are. */
export function scriptTag(origin: string, number: number): string {
  return `<script async src="${origin}${paths.agentScript(number)}?tag=chatelier"></script>`;
}

/** The visitors' page of an agent, whole; with the tracking tag as its last part when there is one. */
export function hostedLink(origin: string, number: number, tag = ''): string {
  return `${origin}${paths.widgetPage(number)}${tag && `/${tag}`}`;
}

/** An address without its scheme, for reading: `example.com/prices`. */
export function readableAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
