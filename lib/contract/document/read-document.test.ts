import { describe, expect, test } from 'vitest'
import { DOCUMENT_MAX_BYTES, readDocument, writeDocument } from './read-document.ts'

const refusal = (text: string) => readDocument(text).issues?.[0]?.message

describe('the text of a document', () => {
  test('comes back as it went in, properties in their order', () => {
    const text =
      '{\n  "slug": "b",\n  "name": "a",\n  "skills": [\n    {\n      "z": 1,\n      "a": "\\u0000"\n    }\n  ]\n}\n'

    expect(writeDocument(readDocument(text).document ?? null)).toBe(text)
  })

  test('may be as incomplete as it likes', () => {
    expect(readDocument('{}').document).toEqual({})
  })

  test.each([
    [
      'what is no JSON, with the line',
      '{\n  "a": 1,\n}',
      'Line 3, column 1: expected double-quoted property name',
    ],
    ['what is no object', '[]', 'The document must be a JSON object.'],
    ['null', 'null', 'The document must be a JSON object.'],
    ['what is too large', `{"a":"${'x'.repeat(DOCUMENT_MAX_BYTES)}"}`, 'The document is larger than 1 MiB.'],
    [
      'what is nested too deep',
      `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      'The document is nested deeper than 80 levels.',
    ],
    ['a name that storage would lose', '{"a":[{"__proto__":1}]}', 'No property can be called “__proto__”.'],
  ])('is refused: %s', (_, text, message) => {
    expect(refusal(text)).toBe(message)
  })
})
