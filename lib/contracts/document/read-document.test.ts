import { describe, expect, test } from 'vitest'
import { DOCUMENT_MAX_BYTES, readDocument, writeDocument } from './read-document.ts'

const refusal = (text: string) => readDocument(text).issues?.[0]?.message

describe('the text of a document', () => {
  test('round-trips, with properties in order', () => {
    const text =
      '{\n  "slug": "b",\n  "name": "a",\n  "skills": [\n    {\n      "z": 1,\n      "a": "\\u0000"\n    }\n  ]\n}\n'

    expect(writeDocument(readDocument(text).document ?? null)).toBe(text)
  })

  test('may be as incomplete as it likes', () => {
    expect(readDocument('{}').document).toEqual({})
  })

  test.each([
    [
      'invalid JSON, with the line',
      '{\n  "a": 1,\n}',
      'Line 3, column 1: expected double-quoted property name',
    ],
    ['a value that is not an object', '[]', 'The document must be a JSON object.'],
    ['null', 'null', 'The document must be a JSON object.'],
    [
      'a document that is too large',
      `{"a":"${'x'.repeat(DOCUMENT_MAX_BYTES)}"}`,
      'The document is larger than 2 MiB.',
    ],
    [
      'a document that is nested too deeply',
      `{"a":${'['.repeat(500)}${']'.repeat(500)}}`,
      'The document is nested deeper than 80 levels.',
    ],
    [
      'text nested too deep to parse',
      `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      'Line 1, column 1005: nested deeper than 1000 levels',
    ],
    ['a name that storage would lose', '{"a":[{"__proto__":1}]}', 'A property cannot be named “__proto__”.'],
  ])('is refused: %s', (_, text, message) => {
    expect(refusal(text)).toBe(message)
  })
})
