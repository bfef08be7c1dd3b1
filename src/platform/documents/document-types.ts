/** The kinds of file that can become knowledge. */
export type DocumentKind =
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'csv'
  | 'txt'
  | 'md'
  | 'html'
  | 'json'
  | 'srt'
  | 'vtt';

/** Where a page (a slide, a sheet) stands in `text`, in UTF-16 positions. Numbering starts at 1. */
export type PageRange = {
  page: number;
  start: number;
  end: number;
};

export type ParsedDocument = {
  kind: DocumentKind;
  title: string;
  /** What the file itself claims (`cs`, `pt-BR`), not a detection; null when it says nothing. */
  language: string | null;
  /**
   * Plain text with light markdown: `#` headings, `-` lists, `|` tables, blank lines between paragraphs. No
   * NUL, no lone surrogates.
   */
  text: string;
  /** For pdf, pptx and xlsx. */
  pages: PageRange[] | null;
  /** True when the text or page bound cut something off. */
  truncated: boolean;
  metadata: Record<string, string | number>;
};

export type HtmlLink = {
  url: string;
  text: string;
  nofollow: boolean;
};
export type HtmlImage = {
  url: string;
  /** What it shows, in the page's own words; empty where it says nothing. */
  alt: string;
};
export type HtmlIcon = {
  url: string;
  rel: string;
  size: number;
};

export type ParsedHtml = {
  title: string;
  siteName: string | null;
  description: string | null;
  language: string | null;
  canonicalUrl: string | null;
  robots: { noindex: boolean; nofollow: boolean };
  icons: HtmlIcon[];
  manifestUrl: string | null;
  themeColor: string | null;
  imageUrl: string | null;
  headings: string[];
  /** Absolute http(s) links, first 1,500. */
  links: HtmlLink[];
  stylesheetUrls: string[];
  /** Text of style elements and style attributes, first 200 KB: only for finding colours. */
  inlineCss: string;
  /** Pictures in the order of the page, first 60. */
  images: HtmlImage[];
  /** The main text in the form of `ParsedDocument.text`. */
  text: string;
  /** Text of the page's footer (address, opening hours …), at most 3,000 characters. */
  footerText: string;
  /** The page is a table of contents or an index: there is nothing in it but links into other pages. */
  isDirectory: boolean;
  truncated: boolean;
};

export type DocumentLimits = {
  /** Size of a file. Default 100 MB. */
  maxFileBytes: number;
  /** Wall time of one file. Default 20 s. */
  timeoutMs: number;
  /** Resident memory of the parsing process, watched on Linux. Default 512 MB. */
  maxMemoryBytes: number;
  /** What the parts of an archive or the streams of a PDF may unpack to. Default 128 MB. */
  maxInflatedBytes: number;
  /** Default 2,000. */
  maxPages: number;
  /** Characters of the text. Default 5 million. */
  maxTextLength: number;
};

export const defaultDocumentLimits: DocumentLimits = {
  maxFileBytes: 100_000_000,
  timeoutMs: 20_000,
  maxMemoryBytes: 512_000_000,
  maxInflatedBytes: 128_000_000,
  maxPages: 2_000,
  maxTextLength: 5_000_000,
};

/** What the parsing process is asked to do. */
export type ParseTask =
  | {
      type: 'document';
      fileName: string;
      mimeType: string | null;
      kind: DocumentKind | null;
      bytes: Uint8Array;
    }
  | { type: 'html'; url: string; contentType: string | null; bytes: Uint8Array }
  | { type: 'api'; search: string; bytes: Uint8Array };
