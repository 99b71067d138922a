import { expect, test } from 'vitest'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import { readMedia } from './media-kinds.ts'

const BASE64_PNG: JsonSchema = { contentMediaType: 'image/png', contentEncoding: 'base64' }

// biome-ignore format: table
test.each<[string, string, JsonSchema | undefined, string | undefined]>([
  ['a data URL of a picture',      'data:image/png;base64,iVBO',  undefined,  'picture'],
  ['a data URL of a sound',        'data:audio/mpeg;base64,SUQz', undefined,  'sound'],
  ['a data URL of a film',         'data:video/mp4;base64,AAAA',  undefined,  'film'],
  ['a data URL of a page',         'data:text/html,<b>x</b>',     undefined,  undefined],
  ['declared Markdown',            '# Title',    { contentMediaType: 'text/markdown; charset=utf-8' }, 'markdown'],
  ['a declared picture in base64', 'iVBORw0KGgo=',                BASE64_PNG, 'picture'],
  ['text where base64 is due',     'not <base64>',                BASE64_PNG, undefined],
  ['an address where base64 is due', 'https://example.com/a.png', BASE64_PNG, undefined],
  ['declared SVG',                 '<svg><script/></svg>', { contentMediaType: 'image/svg+xml' },       'picture'],
  ['declared HTML',                '<h1>x</h1>',           { contentMediaType: 'text/html' },           undefined],
  ['an ordinary text',             'hello',                       undefined,  undefined],
])('%s is shown as such', (_name, text, schema, kind) => {
  expect(readMedia(text, schema)?.kind).toBe(kind)
})

test('an SVG picture becomes a data URL, which is shown as an image and runs no scripts', () => {
  const media = readMedia('<svg onload="x()"></svg>', { contentMediaType: 'image/svg+xml' })

  expect(media).toEqual({
    kind: 'picture',
    url: 'data:image/svg+xml;charset=utf-8,%3Csvg%20onload%3D%22x()%22%3E%3C%2Fsvg%3E',
  })
})
