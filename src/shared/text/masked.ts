/** So many digits are a number of a person, and no price, year or order. */
const fewestDigits = 8;
const emailAddress =
  /(?<![\p{L}\p{N}.+%-])[\p{L}\p{N}_.+%-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** As banks write accounts: two letters, and then digits and letters in groups. */
const bankAccount =
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu;
/** Digits with what stands between them in numbers of telephones and cards. */
const longNumber = /(?<![\p{L}\p{N}.,/-])\+?\(?\d[\d ()./\u00A0\u202F-]{6,28}\d(?![\p{L}\p{N}])/gu;
const day = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})$/;

const withoutDigits = (text: string): string => text.replace(/\d/g, '0');

/**
 * A text without what names somebody: addresses of mail are an invented one, and of numbers of telephones, cards
 * and bank accounts only the form is left. Prices, days and numbers of orders stay.
 */
export function masked(text: string): string {
  return text
    .replace(emailAddress, 'visitor@example.com')
    .replace(bankAccount, withoutDigits)
    .replace(longNumber, (found) =>
      found.replace(/\D/g, '').length < fewestDigits || day.test(found) ? found : withoutDigits(found),
    );
}
