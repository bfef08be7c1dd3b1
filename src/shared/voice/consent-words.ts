import cs from '../../../content/language/cs/consent.json' with { type: 'json' };
import en from '../../../content/language/en/consent.json' with { type: 'json' };
import es from '../../../content/language/es/consent.json' with { type: 'json' };
import fr from '../../../content/language/fr/consent.json' with { type: 'json' };
import nl from '../../../content/language/nl/consent.json' with { type: 'json' };
import pt from '../../../content/language/pt/consent.json' with { type: 'json' };
import type { Language } from '../languages.ts';

type ConsentWords = {
  /** What is read aloud. It has `{{name}}`, `{{company}}` and `{{date}}`. */
  sentence: string;
  /** The word of it by which somebody agrees. */
  agree: string;
  /** Words with which the same sentence would say the opposite, parted by spaces. */
  refusing: string;
};

/** How somebody agrees to a copy of their voice, in every language. */
export const consentWords: Record<Language, ConsentWords> = { en, nl, fr, es, pt, cs };
