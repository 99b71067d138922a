// The server writes times as the browser will, so that nothing changes when the page has loaded.
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Reader, ReaderProvider } from '../browser/reader.tsx'
import { Amount } from './amount.tsx'
import { Time } from './time.tsx'

const AT = Date.parse('2026-11-03T14:05:00Z')
const render = (reader: Reader, content: ReactNode) =>
  renderToString(<ReaderProvider reader={reader}>{content}</ReaderProvider>).replace(/<[^>]*>/g, '')

test('the server writes a time in the language and the time zone of the reader', () => {
  const reader = { locale: 'de', zone: 'Europe/Berlin', nowMs: AT }

  expect(render(reader, <Time at={AT} style="instant" />)).toBe('3. Nov. 2026, 15:05')
  expect(render(reader, <Amount value="1234.5" />)).toBe('1.234,50')
})

test('a recent time is relative to when the server wrote the page', () => {
  const reader = { locale: 'en-US', nowMs: AT + 5 * 60_000 }

  expect(render(reader, <Time at={AT} />)).toBe('5 minutes ago')
})

test('without a stored time zone the server says that it writes UTC', () => {
  expect(render({ locale: 'en-US', nowMs: AT }, <Time at={AT} style="instant" />)).toBe(
    'Nov 3, 2026, 2:05 PM UTC',
  )
})
