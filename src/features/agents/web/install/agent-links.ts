import { paths } from '#shared/paths.ts';

/** The one line that puts an agent on a site. */
export function scriptTag(number: number): string {
  return `<script async src="${location.origin}${paths.agentScript(number)}?tag=chatelier"></script>`;
}

/** The visitors' page of an agent, whole; with the tracking tag as its last part when there is one. */
export function hostedLink(number: number, tag = ''): string {
  return `${location.origin}${paths.widgetPage(number)}${tag && `/${tag}`}`;
}

/** An address without its scheme, for reading: `example.com/prices`. */
export function readableAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
