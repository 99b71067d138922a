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

// biome-ignore format: table
test.each([
  ['how do I delete a run',           '/docs/runs'],
  ['GDPR delete account',             '/docs/accounts'],
  ['refund',                          '/docs/money'],
  ['install sdk',                     '/docs/sdk'],
  ['rotate secrets',                  '/docs/operate'],
  ['nginx',                           '/docs/operate'],
  ['what does a run cost',            '/docs/money'],
  ['getting paid',                    '/docs/money'],
])('asking the guide “%s” finds %s among the first results', (query, page) => {
  const found = searchGuide(query).slice(0, 5).map(({ href }) => href.split('#')[0])
  expect(found).toContain(page)
})

test('asking how to delete a run finds that section first, not the one about organisations', () => {
  expect(searchGuide('how do I delete a run')[0]?.href).toBe('/docs/runs#delete')
})

test('an excerpt shows the address of this site in the samples of code, too', () => {
  const [install] = searchGuide('npm install sdk', 'https://skills.example')

  expect(install?.excerpt.join('')).not.toMatch(/npm i \/sdk/)
})

test('a result of searching the guide with more of the words comes first, and unknown words do no harm', () => {
  expect(searchGuide('webhooks zeppelin')[0]?.href).toBe('/docs/api#webhooks')
  expect(searchGuide('zeppelin')).toEqual([])
})

test('a result of searching the guide shows the address of this site in samples', () => {
  const texts = searchGuide('curl upload blobs', 'https://skills.example').map(({ excerpt }) =>
    excerpt.join(''),
  )

  expect(texts.join()).toContain('https://skills.example/api/')
  expect(texts.join()).not.toContain('{{')
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
