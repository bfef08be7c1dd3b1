/** A picture in a Markdown text: its words, and where it stands. */
const picture = /!\[([^\]\n]{0,300})\]\((https:\/\/[^\s)"<>]{1,2000})/g;

/** Addresses of the pictures of a Markdown text that stand on other servers: pages show these as links. */
export function picturesElsewhere(text: string): string[] {
  const found = [...text.matchAll(picture)].map(([, , address = '']) => address);
  return [...new Set(found)].filter((address) => URL.canParse(address));
}

/** The text with one of these pictures at another address. */
export const withPicture = (text: string, from: string, to: string): string =>
  text.replaceAll(picture, (whole, words: string, address: string) =>
    address === from ? `![${words}](${to}` : whole,
  );
