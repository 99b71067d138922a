import { describe, expect, test } from 'vitest'
import { AppError } from '../kernel/errors.ts'
import { isTextualKind, parseBlobKind } from './blob-kind.ts'

describe('parseBlobKind', () => {
  test.each([
    ['text/plain', 'text/plain', false],
    ['Text/PLAIN', 'text/plain', false],
    ['text/plain;charset=UTF-8', 'text/plain; charset=UTF-8', false],
    ['image/png;base64', 'image/png', true],
    ['text/plain; charset=utf-8 ; BASE64', 'text/plain; charset=utf-8', true],
    ['multipart/mixed; boundary="a;b"', 'multipart/mixed; boundary="a;b"', false],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', undefined, false],
  ])('reads %s', (given, kind, isBase64) => {
    expect(parseBlobKind(given)).toEqual({ kind: kind ?? given, isBase64 })
  })

  test.each([
    ['', 'nothing'],
    ['text', 'no subtype'],
    ['text/', 'an empty subtype'],
    ['text/plain\r\nx: y', 'a second header'],
    ['text/plain; charset', 'a parameter without a value'],
    ['text/plain, text/html', 'two types'],
    ['text/plain; a="\u0000"', 'a control character'],
    [`text/${'x'.repeat(300)}`, 'more than a name may have'],
    [undefined, 'no text'],
    [7, 'a number'],
  ] as [given: unknown, why: string][])('refuses %j: %s', (given) => {
    expect(() => parseBlobKind(given)).toThrow(AppError)
  })
})

test.each([
  ['text/csv', true],
  ['text/plain; charset=utf-8', true],
  ['application/json', true],
  ['application/problem+json', true],
  ['image/svg+xml', true],
  ['application/x-ndjson', true],
  ['application/octet-stream', false],
  ['image/png', false],
  ['application/pdf', false],
])('%s is read as text: %s', (kind, expected) => {
  expect(isTextualKind(kind)).toBe(expected)
})
