/** The engine's fixed phrases in one language, as they stand in `locales/<language>/built-in.json`. */
export type BuiltInTexts = Readonly<Record<string, string>>;

export type PhraseKey =
  | 'greeting'
  | 'greetingTopics'
  | 'howAreYou'
  | 'thanks'
  | 'goodbye'
  | 'acknowledged'
  | 'whoAreYou'
  | 'whatCanYouDo'
  | 'whatCanYouDoTopics'
  | 'person'
  | 'personContact'
  | 'personPreview'
  | 'unclear'
  | 'sorry'
  | 'unknown'
  | 'unknownTopics'
  | 'unknownNear'
  | 'unsure'
  | 'otherLanguage'
  | 'picture'
  | 'pictureOnly'
  | 'documentRead'
  | 'unknownFile';

/** A fixed phrase with its `{{variables}}` filled in. */
export function phrase(
  texts: BuiltInTexts,
  key: PhraseKey,
  variables: Readonly<Record<string, string>> = {},
): string {
  return (texts[key] ?? key).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => variables[name] ?? '');
}
