import { z } from 'zod';
import { pattern, ways, wordList } from './content-forms.ts';

/** How people ask, and how texts tell what is asked for: `content/language/<language>/questions.json`. */
export const questionsSchema = z.strictObject({
  /** How people ask for each form of answer; on small letters without accents and signs. */
  kinds: z.strictObject({
    comparison: pattern,
    purpose: pattern,
    definition: pattern,
    list: pattern,
    howTo: pattern,
    yesNo: pattern,
  }),
  /** How people ask for a person, a moment, a time of day, a place, a number, a reason. */
  asks: z.strictObject({
    who: pattern,
    when: pattern,
    time: pattern,
    where: pattern,
    amount: pattern,
    why: pattern,
  }),
  /** Words that stand between a thing and what it is. */
  defining: wordList,
  /** Numbers in words. */
  numbers: wordList,
  /** How a sentence begins that leans on the one before. */
  leaning: wordList,
  /** Words that nearly any question may have, and an answer in another word. */
  light: wordList,
  /** Pronouns that a hyphen joins to a verb: "livrez-vous", "faz-se"; many languages have none. */
  clitics: wordList,
  /** Words with which people ask for a time of day, and which no answer needs: "what time is breakfast?". */
  clock: wordList,
  /** How the caption of a picture begins, before its number. */
  figure: wordList,
  /** What a list of properties calls the one that says what the thing is. */
  describing: wordList,
  /** Headings that leave it to the one above what their text is about: “Description”. */
  hollow: ways,
  /** Headings below which stands where else to look: “See also”. */
  pointing: ways,
  /** How titles of pages begin that tell what has changed between versions, or only list what others tell. */
  versions: ways,
  /** Words with which people ask what something is or does, and which no answer needs. */
  asking: wordList,
  /** How sentences begin that tell how to do something. */
  instructing: wordList,
  /** How sentences begin that speak of one case only. */
  conditional: wordList,
  /** How sentences begin that only send elsewhere. */
  seeing: wordList,
  /** What makes the contrary of a word when it stands before it in one piece; often nothing does. */
  negation: z.string(),
  /** What stands before the kind of thing that something is: “a”, “the”. */
  articles: wordList,
  /** What stands right before a name that a text gives to what it speaks of. */
  called: wordList,
  /** What says, before the number of a version, that something was so once. */
  earlier: wordList,
  /** What stands before the last of several things. */
  joining: wordList,
  /** What says that something goes for no other place than those that are named. */
  limiting: wordList,
  /** What stands right before a place. */
  toward: wordList,
  /** How people ask how two things differ; `a` and `b` are the two. */
  compared: ways,
});
