import type { Language } from '#shared/languages.ts';
import { forEachLanguage } from '../language-content.ts';
import { languagesFrom, spoken } from './spoken.ts';

const kinds = ['ending', 'booking', 'summary'] as const;
/** What a whole message can ask for. */
export type RequestKind = (typeof kinds)[number];

const patterns = forEachLanguage(({ tools }) => {
  const whole = (asks: string): RegExp =>
    new RegExp(`^(?:(?:${tools.lead}) )*(?:${asks})(?: (?:${tools.tail}))*$`, 'u');
  return {
    ending: whole(tools.ending),
    booking: whole(`(?!.*\\b(?:${tools.notBooking})\\b)(?:${tools.booking})`),
    summary: whole(tools.summary),
    mine: whole(`(?:(?:${tools.mine}) )?mailaddress`),
    myPhone: whole(`(?:${tools.myPhone}) phonenumber`),
    switching: whole(`(?:${tools.switching}) agentname`),
  };
});

const mailAddress =
  /(?<![\w.+-])[\w.+-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,5}[\p{L}]{2,24}(?![\w@])/gu;
const phoneNumber = /(?<![\w+])\+?\(?\d(?:[\s()./-]?\d){6,14}(?!\d)/g;

/** The mail addresses that stand in a text, as they were written. */
export const mailAddressesIn = (text: string): string[] =>
  [...text.slice(0, 2_000).matchAll(mailAddress)].map(([address]) => address.replace(/\.$/, ''));

const isSaid = (kind: keyof (typeof patterns)['en'], said: string, language: Language): boolean =>
  said !== '' && languagesFrom(language).some((one) => patterns[one][kind].test(said));

/** Whether a message asks for nothing but this, in any of the six languages. */
export const asksFor = (kind: RequestKind, text: string, language: Language): boolean =>
  isSaid(kind, spoken(text.replaceAll(mailAddress, ' mailaddress ')), language);

/** The one mail address or telephone number that a message gives as its writer's own, and says nothing else. */
export function ownDetailIn(
  text: string,
  language: Language,
): { type: 'email' | 'phone'; value: string } | null {
  const [email, another] = mailAddressesIn(text);
  if (text.includes('?')) return null;
  if (email !== undefined)
    return another === undefined &&
      isSaid('mine', spoken(text.replaceAll(mailAddress, ' mailaddress ')), language)
      ? { type: 'email', value: email }
      : null;
  const [phone, more] = [...text.slice(0, 300).matchAll(phoneNumber)].map(([number]) => number.trim());
  return phone !== undefined &&
    more === undefined &&
    isSaid('myPhone', spoken(text.replaceAll(phoneNumber, ' phonenumber ')), language)
    ? { type: 'phone', value: phone }
    : null;
}

/** Which of these names a message wants to go on with, and wants nothing else; null where it is none. */
export function wantedName(text: string, names: readonly string[], language: Language): string | null {
  const said = ` ${spoken(text)} `;
  for (const name of [...names].toSorted((one, other) => other.length - one.length)) {
    const called = spoken(name);
    if (called === '' || !said.includes(` ${called} `)) continue;
    if (isSaid('switching', said.replace(` ${called} `, ' agentname ').trim(), language)) return name;
  }
  return null;
}
