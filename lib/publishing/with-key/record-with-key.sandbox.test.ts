// What `test --record`, `--offline` and `--live` of a site's command line ask of the site.
import { expect, test } from 'vitest'
import { POST } from '#app/api/publishing/test-runs/route.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import {
  makeOpenTotals,
  makeTotals,
  makeTotalsDraft,
  READ_TOTAL,
  setUpTotals,
} from '../../testing/setup/catalog/recorded-examples.ts'

const host = setUpTotals()

async function setUp() {
  const document = makeOpenTotals()
  const { owner, publisher } = await makeTotalsDraft(document)
  const { key } = await createKey(owner, { name: 'laptop', scopes: ['publish'], expiresInDays: 1 })
  const headers = { authorization: `Bearer ${key}` }
  const ask = async (changes: object = {}) => {
    const body = { document, publisher: publisher.handle, skill: 'totals', args: {}, ...changes }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await POST(new Request('http://localhost/api/publishing/test-runs', request))
    return response.json()
  }
  return { ask, document }
}

test('an example is recorded with a key, passes offline without its host, and names where it differs live', async () => {
  const { ask } = await setUp()

  expect(await ask({ mode: 'record', keep: true })).toMatchObject({
    state: 'succeeded',
    recording: {
      steps: [{ kind: 'request', method: 'GET', url: 'https://chat.example/totals' }],
      secrets: [],
      is_kept: true,
    },
  })
  expect(await ask()).toMatchObject({ state: 'succeeded', differences: [] })
  host.total = 12
  expect(await ask({ mode: 'offline' })).toMatchObject({ state: 'succeeded', differences: [] })
  expect(await ask()).toMatchObject({ differences: [{ path: '/total', kind: 'changed' }] })
  await host.close()
  expect(await ask({ mode: 'offline' })).toMatchObject({ state: 'succeeded', differences: [] })
})

test('an example without a kept recording is refused offline', async () => {
  const { ask } = await setUp()
  const refusal = { error: { code: 'NOT_FOUND', message: 'This example has no recording.' } }

  expect(await ask({ mode: 'offline' })).toMatchObject(refusal)
  expect(await ask({ mode: 'record' })).toMatchObject({ recording: { is_kept: false } })
  expect(await ask({ mode: 'offline' })).toMatchObject(refusal)
})

test('a recording with what looks like a secret is not kept by a program', async () => {
  const { ask, document } = await setUp()
  const definition = READ_TOTAL.replace("' + config.token", "open'").replace(
    "'Done.'",
    "'sk_live_' + 'a1B2c3D4e5F6g7H8i9J0k1L2'",
  )
  const changed = { ...document, skills: makeTotals({ definition }).skills }

  expect(await ask({ document: changed, mode: 'record', keep: true })).toMatchObject({
    recording: { is_kept: false, secrets: [expect.stringContaining('Stripe')] },
  })
})
