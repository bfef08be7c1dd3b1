import type { ComponentData } from '@puckeditor/core';
import { blocksOf, parsePage } from '#shared/landing-pages/parse-page.ts';
import type { PageBlock } from '#shared/landing-pages/page-data.ts';

const place = 'chatelier-copied-block';

/** Keeps a block in this browser, to be put into any page. False where the browser keeps nothing. */
export function copyBlock(block: ComponentData): boolean {
  try {
    localStorage.setItem(place, JSON.stringify(block));
    return true;
  } catch {
    return false;
  }
}

/** The block that was copied last, looked at like anything from outside; null without one. */
export function copiedBlock(): ComponentData | null {
  let kept: unknown;
  try {
    kept = JSON.parse(localStorage.getItem(place) ?? 'null');
  } catch {
    return null;
  }
  const [block] = parsePage({ content: kept === null ? [] : [kept] }).data.content;
  return block ?? null;
}

/** The same block with new ids, also of those in it. */
export function newBlockId(block: ComponentData): PageBlock {
  const made = structuredClone(block) as PageBlock;
  for (const each of blocksOf([made])) each.props.id = `${each.type}-${crypto.randomUUID()}`;
  return made;
}
