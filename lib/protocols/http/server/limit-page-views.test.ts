import { expect, test } from 'vitest'
import { isCostlyPage, refuseFrequentViews, refuseLinkGuesses } from './limit-page-views.ts'

test('an address can open 300 secret links a minute, and others are unaffected', async () => {
  const open = (address: string) => refuseLinkGuesses('/shared/some-token', address)

  const answers = await Promise.all(Array.from({ length: 301 }, () => open('192.0.2.1')))

  expect(answers.slice(0, 300)).toEqual(Array(300).fill(null))
  expect(answers[300]?.status).toBe(429)
  expect(Number(answers[300]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await open('192.0.2.2')).toBeNull()
  expect(await refuseLinkGuesses('/docs/shared/x', '192.0.2.1')).toBeNull()
})

test('a person can view 300 expensive pages a minute, and others are unaffected', async () => {
  const answers = await Promise.all(Array.from({ length: 301 }, () => refuseFrequentViews('mallory')))

  expect(answers.slice(0, 300)).toEqual(Array(300).fill(null))
  expect(answers[300]?.status).toBe(429)
  expect(Number(answers[300]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refuseFrequentViews('ada')).toBeNull()
})

test.each(['/publish/0a1b', '/publish/0a1b/settings', '/runs/0a1b', '/plans/weekly', '/admin/review/0a1b'])(
  '%s is an expensive page',
  (path) => {
    expect(isCostlyPage(path)).toBe(true)
  },
)

test.each(['/', '/publish', '/runs', '/publisher/set/skill', '/docs/runs/x'])('%s is none', (path) => {
  expect(isCostlyPage(path)).toBe(false)
})
