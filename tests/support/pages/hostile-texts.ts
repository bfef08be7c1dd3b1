import { parseHTML } from 'linkedom';

/** Texts that try to become markup wherever a page shows them. */
export const hostile = [
  `</title><script src=/x.js>1</script><img src=x onerror=alert(1)>`,
  `" onmouseover="alert(1)" x='`,
  `--></textarea></style><svg onload=alert(1)><iframe srcdoc="1">`,
  `<h1>a</h1><base href=https://evil.test/><meta http-equiv=refresh content=0>`,
];

/** What stands in a document that no text of anybody may put there. */
export function oddities(page: string): string[] {
  const { document } = parseHTML(page);
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const { localName } = element;
    const odd = [...element.attributes].flatMap(({ name, value }) =>
      name.startsWith('on') || name === 'srcdoc' || /^\s*javascript:/i.test(value)
        ? [`${localName} has ${name}`]
        : [],
    );
    const isData = element.getAttribute('type') === 'application/ld+json' && element.attributes.length === 1;
    const isOwnScript =
      localName === 'script' &&
      ['/pages/form.js', '/pages/landing.js', '/widgets/7.js', '/subscription-success/close.js'].includes(
        new URL(element.getAttribute('src') ?? '/', 'https://x.test').pathname,
      );
    const isDraft =
      localName === 'iframe' && (element.getAttribute('src') ?? '').startsWith('/widgets/7/preview?');
    if (
      (!isDraft && ['iframe', 'base', 'object', 'embed'].includes(localName)) ||
      (localName === 'script' && !isOwnScript && !isData)
    )
      odd.push(`there is a ${localName}`);
    if (localName === 'meta' && element.getAttribute('http-equiv')) odd.push('there is a refresh');
    if (localName === 'img' && element.getAttribute('src') === 'x') odd.push('there is a picture');
    return odd;
  });
}
