// The texts that a person reads before granting a program access.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { KeyScope } from '#lib/auth/model/key-scopes.ts'
import { OAuthConsentForm } from './oauth-consent-form.tsx'

const WALLET = 'Paid runs are charged to the wallet of Analytical Engines.'

test.each<[KeyScope[], boolean]>([
  [['read', 'run'], true],
  [['read', 'write'], false],
])('an app that requests %j shows the spending limit: %s', (scopes, isAsked) => {
  const page = renderToStaticMarkup(
    <OAuthConsentForm
      name="Deskpad"
      returnsTo="localhost:6274"
      scopes={scopes}
      organisationName="Analytical Engines"
      toolsets={[]}
      email="ada@example.com"
      shownAs={{ userId: 'u', organisationId: 'o' }}
      params={{}}
      decide={async () => ({ ok: true, data: '' })}
    />,
  )

  expect(page.includes(WALLET)).toBe(isAsked)
})

// biome-ignore format: table
test.each([
  ['claude.ai',      'the website claude.ai.'],
  ['localhost:6274', 'an app on this computer (localhost:6274).'],
  ['[::1]:9',        'an app on this computer ([::1]:9).'],
  ['cursor:',        'an app on this computer that opens cursor: links.'],
])('the consent page says that the response goes to %s', (returnsTo, sentence) => {
  const page = renderToStaticMarkup(
    <OAuthConsentForm
      name="Deskpad"
      returnsTo={returnsTo}
      scopes={['read']}
      organisationName="Analytical Engines"
      toolsets={[]}
      email="ada@example.com"
      shownAs={{ userId: 'u', organisationId: 'o' }}
      params={{}}
      decide={async () => ({ ok: true, data: '' })}
    />,
  )

  expect(page.replace(/<[^>]+>/g, '')).toContain(`You will return to ${sentence}`)
})

test.each([
  [['desk', 'books'], true],
  [[], false],
])('an organisation with the toolsets %j can limit an app to one of them: %s', (toolsets, isOffered) => {
  const page = renderToStaticMarkup(
    <OAuthConsentForm
      name="Deskpad"
      returnsTo="localhost:6274"
      scopes={['read']}
      organisationName="Analytical Engines"
      toolsets={toolsets}
      email="ada@example.com"
      shownAs={{ userId: 'u', organisationId: 'o' }}
      params={{}}
      decide={async () => ({ ok: true, data: '' })}
    />,
  )

  expect(page.includes('The app can only use the skills and tools in this toolset')).toBe(isOffered)
  for (const slug of toolsets) expect(page).toContain(`>${slug}</option>`)
})
