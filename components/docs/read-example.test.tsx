// The page about the SDK shows the files that the tests run, and every class that can be thrown.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import SdkPage from '#app/docs/sdk/page.tsx'
import { ERRORS } from '#lib/errors.ts'
import { readExample } from './read-example.ts'

const asked = vi.hoisted(() => ({ host: 'localhost:3000' }))
vi.mock('next/headers', () => ({ headers: async () => new Headers(asked) }))

const page = renderToStaticMarkup(await SdkPage())
const text = page
  .replace(/<[^>]*>/g, '')
  .replaceAll('&#x27;', "'")
  .replaceAll('&quot;', '"')
  .replaceAll('&lt;', '<')
  .replaceAll('&gt;', '>')
  .replaceAll('&amp;', '&')

test.each(['research', 'call-remote', 'publish-file'] as const)('shows %s as it is run', (name) => {
  expect(text).toContain(readExample(name).trim())
})

test('names every class of the error table', () => {
  expect(Object.values(ERRORS).filter(({ sdk }) => !text.includes(sdk))).toEqual([])
})

test('calls the Guildhall that it is read at', async () => {
  asked.host = 'market.localhost:4000'
  expect(renderToStaticMarkup(await SdkPage())).toContain('http://market.localhost:4000')
})
