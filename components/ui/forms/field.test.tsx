import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InputField, SelectField } from './field.tsx'

const ignore = () => {}

test('an input is named by its label and described by its errors, then its help', () => {
  const html = renderToStaticMarkup(
    <InputField
      id="n"
      label="Name"
      help="Shown to all."
      errors={['Too long.']}
      value="a"
      onChange={ignore}
    />,
  )

  expect(html).toMatch(/<label[^>]* for="n"/)
  expect(html).toMatch(/<input[^>]* id="n"[^>]* aria-describedby="n-error n-help" aria-invalid="true"/)
  expect(html).toContain('autoComplete="off"')
})

test('code is not corrected, and an attribute of the caller precedes the default', () => {
  const html = renderToStaticMarkup(
    <InputField label="Code" isCode autoComplete="one-time-code" value="" onChange={ignore} />,
  )

  expect(html).toContain('autoComplete="one-time-code"')
  expect(html).toMatch(/font-mono.*autoCapitalize="none" spellCheck="false"/)
})

test('an option is a value with its label, or a value that is its own', () => {
  const html = renderToStaticMarkup(
    <SelectField label="Day" name="day" defaultValue={2} options={[['', 'Any'], 1, 2]} />,
  )

  expect(html).toMatch(
    /<option value="">Any<\/option><option value="1">1<\/option><option value="2" selected="">2<\/option>/,
  )
})
