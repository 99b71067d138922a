import { expect, test } from 'vitest'
import { GET } from '#app/api/docs/search/route.ts'

async function find(q: string): Promise<{ href: string; title: string }[]> {
  const url = `http://localhost/api/docs/search?${new URLSearchParams({ q })}`
  const response = await GET(new Request(url), { params: Promise.resolve({}) })
  return ((await response.json()) as { items: { href: string; title: string }[] }).items
}

test('the palette finds the sections of the documentation about a word, at most five', async () => {
  const found = await find('refund')

  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(5)
  expect(found.map(({ href }) => href.split('#')[0])).toContain('/docs/money')
  expect(found.every(({ title }) => title !== '')).toBe(true)
})

test('the palette finds nothing in the documentation for no word and for an unknown one', async () => {
  expect(await find('')).toEqual([])
  expect(await find('zeppelin')).toEqual([])
})
