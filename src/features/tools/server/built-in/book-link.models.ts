import { asksFor } from '#platform/language/tool-requests/requests.ts';
import { defineTool, noArguments } from '../tools.usecases.ts';
import type { BuiltInContext } from './built-in.usecases.ts';

/** Shows where a time can be booked, by the address that the owner set; it books nothing itself. */
export const bookLinkTool = ({ booking, text, show }: BuiltInContext) => {
  const title = booking.title || text('tool-answers:booking.title');
  return defineTool({
    name: 'book_link',
    title,
    description: `Shows the visitor a button under your answer, by which they choose a time for an appointment, call or visit themselves (“${title}”). Call it once when they want to book one. It books nothing; do not say that it did.`,
    isSeen: true,
    input: noArguments,
    recognise: ({ text: said, language }) =>
      asksFor('booking', said, language) ? { arguments: {}, place: 'instead', priority: 5 } : null,
    run() {
      const isShown = show({
        type: 'card',
        title,
        text: '',
        image: null,
        url: null,
        buttons: [{ label: text('tool-answers:booking.open'), action: 'open', url: booking.url }],
      });
      return {
        content: isShown ? 'The visitor sees the button under your answer.' : 'It is shown already.',
        said: text('tool-answers:booking.shown'),
      };
    },
  });
};
