import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PublicError } from '#lib/kernel/errors.ts'
import { OutputPanel } from './output-panel.tsx'

const renderFailed = (error: PublicError) =>
  renderToStaticMarkup(
    <OutputPanel run={{ state: 'failed', versionNumber: '1.0.0', mode: 'production', error }} />,
  )

test('a run that the wallet could not pay leads to the wallet, without an error code', () => {
  const html = renderFailed({
    code: 'PAYMENT_REQUIRED',
    message: 'This run costs up to 0.02 USDC, but the wallet that pays for it holds 0 USDC.',
    recoverable: true,
    suggested_action: 'Request credit in the wallet.',
  })

  expect(html).toMatch(/<a[^>]* href="\/settings\/wallet"[^>]*>Open the wallet<\/a>/)
  expect(html).not.toContain('PAYMENT_REQUIRED')
})

test('a run whose call waits for a confirmation leads to where it is confirmed', () => {
  const html = renderFailed({
    code: 'PAYMENT_REQUIRED',
    message: 'A person has to confirm each call of this key.',
    recoverable: true,
    href: '/settings/keys/confirm/1',
  })

  expect(html).toMatch(/<a[^>]* href="\/settings\/keys\/confirm\/1"[^>]*>Confirm the call<\/a>/)
})

test('a run that failed otherwise shows its code, and no link to the wallet', () => {
  const html = renderFailed({
    code: 'OUTPUT_CONTRACT_VIOLATION',
    message: 'The skill took too long.',
    recoverable: true,
  })

  expect(html).toContain('OUTPUT_CONTRACT_VIOLATION')
  expect(html).not.toContain('/settings/wallet')
})
