import { expect, test } from 'vitest'
import { searchGuide } from './search-guide.ts'

// biome-ignore format: table
test.each([
  ['webhooks',              '/docs/api#webhooks'],
  ['retry webhook',         '/docs/api#webhooks'],
  ['deprecat',              '/docs/contracts#ranges'],
  ['coercoin',              '/docs/contracts#coercion'],
  ['TOOL_TIMEOUT',          '/docs/errors#names'],
  ['numeric-bounds',        '/docs/lint#rules'],
  ['vault.readFile',        '/docs/tools#built-in'],
  ['crontab backup',        '/docs/commands#backups'],
  ['execute_skill',         '/docs/rpc#tools'],
])('searching the guide for “%s” finds %s among the first results', (query, href) => {
  expect(searchGuide(query).slice(0, 5).map((match) => match.href)).toContain(href)
})

test('a result of searching the guide contains every word', () => {
  expect(searchGuide('webhook zeppelin')).toEqual([])
})

test.each(['', '*', '((((', '\\', '{{origin}}', 'ü', '…'])(
  'the guide can be searched for any text: %j',
  (query) => {
    expect(searchGuide(query).length).toBeLessThanOrEqual(20)
  },
)

test('the guide can be searched for a text of any length', () => {
  expect(searchGuide('webhooks'.padEnd(5_000))[0]?.href).toBe('/docs/api#webhooks')
})

test('an excerpt shows the text around the match, with the match as its own part', () => {
  const [match] = searchGuide('lookbehind')

  expect(match?.excerpt[1]).toBe('lookbehind')
  expect(match?.excerpt.join('')).toContain('which has no lookahead, lookbehind or backreferences')
})
