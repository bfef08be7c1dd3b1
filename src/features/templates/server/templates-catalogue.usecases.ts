import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { languages, type Language } from '#shared/languages.ts';
import {
  templateFile,
  templateTexts,
  type Template,
  type TemplatePage,
  type TemplateTexts,
} from './templates.models.ts';

/**
 * Reads every template below the folder, `guides` for those that answer out of the documentation, in the order in which they are shown. Throws, naming the file, when
 * one is not complete.
 */
export async function readTemplates(
  folder: string,
  guides: () => Promise<{ title: string; body: string }[]> = async () => [],
): Promise<Template[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const templates = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => readTemplate(path.join(folder, entry.name), entry.name, guides)),
  );
  return templates.toSorted((a, b) => a.order - b.order);
}

async function readTemplate(
  folder: string,
  slug: string,
  guides: () => Promise<{ title: string; body: string }[]>,
): Promise<Template> {
  const hash = createHash('sha256');
  const read = async (name: string): Promise<string> => {
    const text = await readFile(path.join(folder, name), 'utf8');
    hash.update(`${name}\0${text}\0`);
    return text;
  };
  async function parsed<T>(name: string, parse: (value: unknown) => T): Promise<T> {
    const text = await read(name);
    try {
      return parse(JSON.parse(text));
    } catch (cause) {
      throw new Error(`The template ${slug} has no usable ${name}: ${String(cause)}`, { cause });
    }
  }
  const file = await parsed('template.json', (value) => templateFile.parse(value));
  const systemPrompt = (await read('prompt.md')).trim();
  const texts: Partial<Record<Language, TemplateTexts>> = {};
  for (const language of languages)
    texts[language] = await parsed(`texts.${language}.json`, (value) => templateTexts.parse(value));
  const pages: TemplatePage[] = [];
  for (const name of (await readdir(path.join(folder, 'knowledge'))).toSorted())
    pages.push(toPage(name, await read(`knowledge/${name}`), slug));
  if (file.readsGuides)
    for (const { title, body } of await guides()) {
      hash.update(`guide ${title}\0${body}\0`);
      pages.push({ title, language: 'en', body });
    }
  const picture = await readFile(path.join(folder, 'picture.webp')).catch(() => null);
  if (picture) hash.update(picture);
  return {
    ...file,
    slug,
    systemPrompt,
    texts: texts as Record<Language, TemplateTexts>,
    pages,
    fingerprint: hash.digest('hex'),
    picture,
  };
}

/** `02-prices.md` is English, `02-prices.fr.md` French; the first line is the title. */
function toPage(name: string, text: string, slug: string): TemplatePage {
  const [, code] = /\.(\w\w)\.md$/.exec(name) ?? [];
  const title = /^# (.+)\n/.exec(text)?.[1]?.trim();
  if (!title) throw new Error(`The page ${name} of the template ${slug} does not begin with its title`);
  return { title, language: languages.find((language) => language === code) ?? 'en', body: text.trim() };
}
