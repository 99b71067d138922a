// Tests minting by the SDK and the command line against the routes of a site.
import { afterEach, expect, test, vi } from 'vitest'
import { DELETE } from '#app/api/keys/[id]/route.ts'
import { GET, POST } from '#app/api/keys/route.ts'
import { keysCommand } from '../../../bin/client/keys.ts'
import { makeKey } from '../../testing/setup/accounts/key-calls.ts'
import { createClient } from './client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const SITE = 'http://localhost'

async function serve(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(url, init)
  const id = new URL(request.url).pathname.split('/')[3] ?? ''
  if (request.method === 'DELETE') return DELETE(request, { params: Promise.resolve({ id }) })
  return request.method === 'POST' ? POST(request) : GET(request)
}

test('the SDK mints a key, lists it with what it spent, and revokes it', async () => {
  const { key } = await makeKey()
  const { keys } = createClient({ baseUrl: SITE, key, fetch: serve })

  const minted = await keys.mint({ name: 'Researcher', total: '0.5', max_runs: 3 })
  expect(await keys.list()).toMatchObject([
    { parent_id: null },
    { id: minted.id, name: 'Researcher', total: '0.5', spent: '0', runs: 0 },
  ])
  const below = createClient({ baseUrl: SITE, key: minted.key, fetch: serve })
  await expect(below.keys.mint({ name: 'Wider', total: '0.6' })).rejects.toMatchObject({
    name: 'PolicyError',
  })
  await keys.revoke(minted.id)
  await expect(below.keys.list()).rejects.toMatchObject({ name: 'AuthError' })
})

test('the command line mints, lists and revokes keys, and reports a wider one', async () => {
  const { key } = await makeKey()
  vi.stubEnv('GUILDHALL_KEY', key)
  vi.stubGlobal('fetch', serve)
  const run = (positionals: string[], options: Record<string, string> = {}) =>
    keysCommand.run({ positionals, options: { site: SITE, ...options }, flags: {} })

  const minted = await run(['mint', 'Reader'], { 'max-runs': '5', expires: '60' })
  expect(minted).toMatchObject({ text: expect.stringMatching(/^gh_/), json: { max_runs: 5 } })
  const { id } = minted!.json as { id: string }
  expect((await run(['list']))!.text).toMatch(/\(yours\)[\s\S]*Reader: 0 USDC, 0 of 5 calls, until /)
  await expect(run(['mint', 'Wide'], { scopes: 'publish' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await run(['revoke', id])
  expect((await run(['list']))!.text).not.toContain('Reader')
  await expect(run(['mint'])).rejects.toThrow('keys mint NAME')
})
