import { describe, expect, test } from 'vitest'
import { safeNext } from './safe-next.ts'

const accepted = ['/', '/runs', '/runs?state=failed&q=a%20b', '/guildhall/text_tools#versions', '/a:b@c']

const refused: [name: string, next: unknown][] = [
  ['another site', 'https://evil.example/'],
  ['another site without a scheme', '//evil.example'],
  ['a backslash, which browsers read as a slash', '/\\evil.example'],
  ['a backslash further on', '/a\\..\\\\evil.example'],
  ['a tab, which browsers drop', '/\t/evil.example'],
  ['a line break', '/\n/evil.example'],
  ['dots that leave a double slash', '/.//evil.example'],
  ['more dots that leave a double slash', '/a/..//evil.example'],
  ['dots in percent signs', '/%2e//evil.example'],
  ['code', 'javascript:alert(1)'],
  ['a path without its slash', 'runs'],
  ['a name and password before a host', '@evil.example'],
  ['nothing', ''],
  ['two of them', ['/runs', '/review']],
  ['none', undefined],
  ['sign-in itself', '/sign-in?next=/sign-in'],
  ['an endpoint that is not a page', '/api/auth/signout'],
]

describe('safeNext', () => {
  test.each(accepted)('accepts %s', (next) => {
    expect(safeNext(next)).toBe(next)
  })

  test.each(refused)('goes home for %s', (_name, next) => {
    expect(safeNext(next)).toBe('/')
  })

  test('the returned path never leaves the site', () => {
    for (const [, next] of refused) {
      expect(new URL(safeNext(next), 'http://localhost:3000').host).toBe('localhost:3000')
    }
  })
})
