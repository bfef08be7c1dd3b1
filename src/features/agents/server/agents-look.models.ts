import { LRUCache } from 'lru-cache';
import { compileCss } from '#shared/custom-css.ts';
import type { AgentConfiguration } from '../agents-configuration.contract.ts';

const compiled = new LRUCache<string, string>({ max: 300 });

/** The CSS that visitors' browsers apply: the harmless part of what the owner wrote, within the chat. */
export function visitorCss(configuration: AgentConfiguration): string {
  const { code } = configuration.css;
  if (code === '') return '';
  let css = compiled.get(code);
  if (css === undefined) {
    css = compileCss(code).css;
    compiled.set(code, css);
  }
  return css;
}

/** Address of the configuration's avatar. */
export function avatarUrlOf(configuration: AgentConfiguration): string | null {
  const { avatar } = configuration.appearance;
  return avatar ? `/avatars/${avatar}` : null;
}
