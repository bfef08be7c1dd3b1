import csInstructions from '../../content/language/cs/instructions.json' with { type: 'json' };
import csTables from '../../content/language/cs/tables.json' with { type: 'json' };
import enInstructions from '../../content/language/en/instructions.json' with { type: 'json' };
import enTables from '../../content/language/en/tables.json' with { type: 'json' };
import esInstructions from '../../content/language/es/instructions.json' with { type: 'json' };
import esTables from '../../content/language/es/tables.json' with { type: 'json' };
import frInstructions from '../../content/language/fr/instructions.json' with { type: 'json' };
import frTables from '../../content/language/fr/tables.json' with { type: 'json' };
import nlInstructions from '../../content/language/nl/instructions.json' with { type: 'json' };
import nlTables from '../../content/language/nl/tables.json' with { type: 'json' };
import ptInstructions from '../../content/language/pt/instructions.json' with { type: 'json' };
import ptTables from '../../content/language/pt/tables.json' with { type: 'json' };
import type { Language } from './languages.ts';

/**
 * Of `content/language/`, what a browser reads, too: it has no files to open, so each language is named here. What only
 * the server reads: `src/platform/language/language-content.ts`.
 */
type InstructionWords = {
  /** How a line of instructions begins that says what is shown when; the insides of regular expressions. */
  leads: string[];
  /** Words for what can be shown, for its parts, and for what a field asks; without accents, parted by spaces. */
  kinds: Record<string, string>;
  parts: Record<string, string>;
  fields: Record<string, string>;
  /** What joins two of a kind. */
  or: string;
  and: string;
};
type TableWords = {
  /** What stands in a cell for yes and no, and for an answer to whether mails may come; parted by spaces. */
  yes: string;
  no: string;
  agreed?: string;
  declined?: string;
  /** Headings of a column of questions. */
  question: string[];
  /** Headings of a column of contacts, without accents, by the field that they mean. */
  columns: Readonly<Partial<Record<string, readonly string[]>>>;
};

const instructions: Record<Language, InstructionWords> = {
  en: enInstructions,
  nl: nlInstructions,
  es: esInstructions,
  pt: ptInstructions,
  fr: frInstructions,
  cs: csInstructions,
};
const tables: Record<Language, TableWords> = {
  en: enTables,
  nl: nlTables,
  es: esTables,
  pt: ptTables,
  fr: frTables,
  cs: csTables,
};

/** The words of owners' instructions, one entry for each language. */
export const instructionWords: readonly InstructionWords[] = Object.values(instructions);
/** The words of files of rows, one entry for each language. */
export const tableWords: readonly TableWords[] = Object.values(tables);

/** "or" in every language, as the inside of a regular expression. */
export const anyOr = instructionWords.map(({ or }) => or).join('|');
