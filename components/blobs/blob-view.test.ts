import { expect, test } from 'vitest'
import { blobPreviewKind, isBlobId, readFacts } from './blob-view.tsx'

test('a value with the headers of a blob is recognised as one', () => {
  const headers = new Headers({
    'content-type': 'text/csv; charset=utf-8',
    'blob-size': '1234',
    'content-disposition': `inline; filename="S__.csv"; filename*=UTF-8''S%C3%BC%C3%9F.csv`,
  })

  expect(readFacts(headers)).toEqual({ kind: 'text/csv', sizeBytes: 1234, name: 'Süß.csv' })
})

test.each([
  ['blob:01a2004b-eeea-7cd4-8830-00d3d097bbb0', true],
  ['see blob:01a2004b-eeea-7cd4-8830-00d3d097bbb0', false],
  ['blob:https://example.org/01a2004b', false],
  ['', false],
])('%j is the id of a blob: %s', (text, expected) => {
  expect(isBlobId(text)).toBe(expected)
})

test.each([
  ['image/png', 'picture'],
  // As an image, it runs no scripts.
  ['image/svg+xml', 'picture'],
  ['audio/mpeg', 'sound'],
  ['video/mp4', 'film'],
  ['text/html', 'text'],
  ['application/json', 'text'],
  ['application/pdf', 'none'],
])('the preview of %s is of the kind %s', (kind, expected) => {
  expect(blobPreviewKind(kind)).toBe(expected)
})
