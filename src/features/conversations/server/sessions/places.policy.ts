import { isOriginOf } from '#shared/embed/sites.ts';
import { jsonInScript } from '#shared/text/escape-html.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';

type Access = Pick<AgentConfiguration['access'], 'restrictDomains' | 'allowedDomains' | 'allowedPaths'>;

/** Where a chat stands: inside a page of the owner's, or by itself on a page of this server. */
export type PlaceKind = 'embed' | 'page';

/** `*` stands for anything. Each part is looked for once, so no pattern takes long. */
function matchesGlob(glob: string, path: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  const last = rest.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

const upperEscapes = (path: string): string =>
  path.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());

/** A glob in the spelling of addresses. `/shop/*` covers the page `/shop` too. */
function pathGlobs(access: Access): string[] {
  return access.allowedPaths.flatMap((glob) => {
    const spelled = upperEscapes(
      URL.canParse(glob, 'https://page') ? new URL(glob, 'https://page').pathname : glob,
    );
    return spelled.length > 2 && spelled.endsWith('/*') ? [spelled, spelled.slice(0, -2)] : [spelled];
  });
}

/** Whether the agent may run on pages of this origin. */
export const isAllowedOrigin = (access: Access, origin: string): boolean =>
  !access.restrictDomains || isOriginOf(access.allowedDomains, origin);

/** Whether the agent may run on this page: by its origin and, inside a page of the owner's, by its path. */
export function isAllowedPage(access: Access, url: string, kind: PlaceKind): boolean {
  if (!access.restrictDomains) return true;
  if (!isAllowedOrigin(access, url)) return false;
  if (kind === 'page' || access.allowedPaths.length === 0) return true;
  const path = upperEscapes(new URL(url).pathname);
  return pathGlobs(access).some((glob) => matchesGlob(glob, path));
}

/** What a browser is told about who may frame the chat. */
export function frameAncestors(access: Access): string {
  if (!access.restrictDomains) return '*';
  return (
    access.allowedDomains.flatMap((domain) => [`https://${domain}`, `http://${domain}`]).join(' ') || "'none'"
  );
}

/** A line in the console for whoever looks why nothing is drawn. */
export function silentLoader(number: number): string {
  return `console.warn("Chatelier: agent ${number} is not drawn, because its owner does not allow it on this domain or path.");`;
}

/**
 * The loader within a check of the page's own address, for pages that tell the server nothing about
 * themselves, for paths, and for addresses that change without a reload. Whoever changes this script meets
 * the frame's own walls.
 */
export function guardedLoader(access: Access, number: number, loader: string): string {
  if (!access.restrictDomains) return loader;
  const lists = jsonInScript([access.allowedDomains, pathGlobs(access)]).markup;
  return `(function(lists){
var was,glob=function(g,p){var a=g.split('*'),l=a.length>1?a.pop():null,i,n=0,f;if(l===null)return p===g;for(i=0;i<a.length;i++){f=p.indexOf(a[i],n);if(f<0||!i&&f)return false;n=f+a[i].length}return p.length-l.length>=n&&p.endsWith(l)};
function allowed(){var h=location.host,p=location.pathname.replace(/%[\\da-f]{2}/gi,function(e){return e.toUpperCase()});return /^https?:$/.test(location.protocol)&&lists[0].some(function(d){return d.startsWith('*.')?h.endsWith(d.slice(1)):h===d})&&(!lists[1].length||lists[1].some(function(g){return glob(g,p)}))}
function check(){var is=allowed(),known;if(is===was)return;was=is;if(is)return run();known=window.Chatelier&&window.Chatelier.agents&&window.Chatelier.agents[${number}];if(known)known.destroy();${silentLoader(number)}}
function run(){
${loader}
}
window.navigation?window.navigation.addEventListener('currententrychange',check):addEventListener('popstate',check);
check();
})(${lists});`;
}
