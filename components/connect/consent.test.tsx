// What a person reads before a program may act as them.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { KeyScope } from '#lib/contract/market/key-scopes.ts'
import { Consent } from './consent.tsx'

const WALLET = 'Paid skills are paid from the wallet of Analytical Engines.'

test.each<[KeyScope[], boolean]>([
  [['read', 'run'], true],
  [['read', 'write'], false],
])('a program that asks for %j is asked about money: %s', (scopes, isAsked) => {
  const page = renderToStaticMarkup(
    <Consent
      name="Deskpad"
      returnsTo="localhost:6274"
      scopes={scopes}
      organisationName="Analytical Engines"
      email="ada@example.com"
      shownAs={{ userId: 'u', organisationId: 'o' }}
      params={{}}
      answer={async () => ({ ok: true, data: '' })}
    />,
  )

  expect(page.includes(WALLET)).toBe(isAsked)
})
