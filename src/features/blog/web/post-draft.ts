import { slugOf } from '#shared/text/slug.ts';
import type { Language } from '#shared/languages.ts';
import type { BlogCategory, PostInput, StoredPost } from '../blog.contract.ts';

/** A post as it is typed: tags are one text with commas. */
export type PostDraft = Omit<PostInput, 'tags' | 'category' | 'language'> & {
  tags: string;
  category: BlogCategory;
  language: Language;
};

/** What the editor begins with. */
export function draftOf(saved: StoredPost | null, language: Language, author: string): PostDraft {
  if (!saved)
    return {
      title: '',
      slug: '',
      description: '',
      category: 'monetization',
      tags: '',
      author,
      language,
      body: '',
    };
  const { title, slug, description, category, tags, body } = saved;
  return {
    title,
    slug,
    description,
    category,
    tags: tags.join(', '),
    author: saved.author,
    language: saved.language,
    body,
  };
}

/** What is sent. An address that nobody typed is made of the title. */
export function inputOf({ tags, slug, ...draft }: PostDraft): PostInput {
  return {
    ...draft,
    slug: slug.trim() || slugOf(draft.title),
    tags: [...new Set(tags.split(',').map((tag) => tag.trim().toLowerCase()))].filter((tag) => tag !== ''),
  };
}
