import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { visibleText } from './tools.models.ts';

type Part = CallToolResult['content'][number];

function sayPart(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type}, ${part.mimeType}, not shown]`;
    case 'resource_link':
      return `[${part.name}: ${part.uri}]`;
    default:
      return 'text' in part.resource ? part.resource.text : `[${part.resource.uri}, not shown]`;
  }
}

/** What a tool of a server gave, as plain text; what is no text is named. */
export function textOfResult(result: CallToolResult): string {
  const said = result.content.map(sayPart).join('\n').trim();
  const text = said === '' && result.structuredContent ? JSON.stringify(result.structuredContent) : said;
  return visibleText(text);
}
