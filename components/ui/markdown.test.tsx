// What strangers write must not hold up the page it stands on.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown, readMarkdown } from './markdown.tsx'

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

test('Markdown becomes HTML', () => {
  expect(html('**7 words**')).toContain('<strong>7 words</strong>')
})

test('a text is read once, however often it is shown', () => {
  const text = 'Some *words*.'

  expect(readMarkdown[3](text)).toBe(readMarkdown[3](text))
  expect(html(text)).toBe(html(text))
})

// biome-ignore format: a table reads in rows
test.each([
  [`/images/${'0a'.repeat(32)}`,                         true],
  ['/api/blobs/01a203e8-c025-7954-93d8-5627c98bcacc',    true],
  ['data:image/png;base64,iVBORw0KGgo=',                 true],
  // A stream without an end, an archive of everything, somebody else's site.
  ['/api/workspace/events?page=01a203e8-c025-7954-93d8-5627c98bcacc', false],
  ['/api/vault/archive',                                 false],
  ['/api/blobs/../vault/archive',                        false],
  ['/images/x',                                          false],
  ['//evil.example/x.png',                               false],
  ['https://evil.example/x.png',                         false],
])('a picture at %s is fetched: %s', (address, isFetched) => {
  expect(html(`![A boat](${address})`).includes('<img')).toBe(isFetched)
})

describe('shown as it is written is', () => {
  test.each([
    ['what has too many marks', '*a_'.repeat(13_000)],
    ['what is nested too deeply in quotes', '>'.repeat(8_000)],
    ['what is nested too deeply in lists', `${'- '.repeat(4_000)}a`],
    ['what is too long', 'word '.repeat(50_000)],
    ['what has too many headings', '# a\n'.repeat(200_000)],
  ])('%s', (_name, text) => {
    expect(html(text)).toMatch(/^<p class="[^"]*whitespace-pre-wrap/)
  })
})
