// Texts written by strangers must not block the page that shows them.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown, renderMarkdown } from './markdown.tsx'

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

test('Markdown becomes HTML', () => {
  expect(html('**7 words**')).toContain('<strong>7 words</strong>')
})

test('a Markdown text is parsed once, however often it is shown', () => {
  const text = 'Some *words*.'

  expect(renderMarkdown[3](text)).toBe(renderMarkdown[3](text))
  expect(html(text)).toBe(html(text))
})

// biome-ignore format: table
test.each([
  [`/images/${'0a'.repeat(32)}`,                         true],
  ['/api/blobs/01a203e8-c025-7954-93d8-5627c98bcacc',    true],
  ['data:image/png;base64,iVBORw0KGgo=',                 true],
  // These would load an endless stream, an archive of everything, or a file of another site.
  ['/api/workspace/events?page=01a203e8-c025-7954-93d8-5627c98bcacc', false],
  ['/api/vault/archive',                                 false],
  ['/api/blobs/../vault/archive',                        false],
  ['/images/x',                                          false],
  ['//evil.example/x.png',                               false],
  ['https://evil.example/x.png',                         false],
])('an image in Markdown at %s is fetched: %s', (address, isFetched) => {
  expect(html(`![A boat](${address})`).includes('<img')).toBe(isFetched)
})

describe('while the server renders, text is shown unformatted', () => {
  test.each([
    ['long', 'word '.repeat(300)],
    ['full of marks', '*a_'.repeat(300)],
    ['full of lines', '=\n'.repeat(50)],
    ['full of brackets', ']'.repeat(300)],
    ['deeply nested', '>'.repeat(300)],
  ])('the server shows Markdown unformatted that is %s', (_name, text) => {
    expect(html(text)).toMatch(/^<p class="[^"]*whitespace-pre-wrap/)
  })
})

describe('a browser shows unformatted text', () => {
  test.each([
    ['too deeply nested quotes', '>'.repeat(8_000)],
    ['too deeply nested lists', `${'- '.repeat(4_000)}a`],
    ['too long a text', 'word '.repeat(50_000)],
    ['a table that would fill the page', `${'|a'.repeat(900)}\n${'|-'.repeat(900)}\n${'|c\n'.repeat(100)}`],
  ])('a browser shows Markdown unformatted with %s', (_name, text) => {
    expect(renderMarkdown[3](text)).toBeNull()
  })
})
