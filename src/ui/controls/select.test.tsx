import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Select } from './select.tsx';

const draw = (value: string): string =>
  renderToStaticMarkup(
    <Select
      aria-label="Which form"
      value={value}
      onChange={() => undefined}
      placeholder="Choose a form"
      options={[
        { value: '', label: 'The fields below' },
        { value: 'frm_1', label: 'Call me back' },
      ]}
    />,
  );

it('names the option that stands for nothing chosen, in the ink of a choice', () => {
  expect(draw('')).toContain('>The fields below<');
  expect(draw('')).not.toContain('Choose a form');
  expect(draw('')).not.toContain('data-placeholder:text-muted');
});
