// Whoever reads a refusal away from the site, such as an agent in a terminal, gets a link that opens there.
import { expect, test } from 'vitest'
import { createKey } from '../auth/manage-api-keys.ts'
import type { PublicError } from '../kernel/errors.ts'
import { SITE_ORIGIN, site } from '../testing/api-routes.ts'
import { contextFor, makeUser } from '../testing/factories.ts'
import { fundWallet } from '../testing/fund-wallet.ts'
import { publishHandler } from '../testing/setup/protocols/mcp-client.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

const PAID = { pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' } } as const
const PAGE = new RegExp(`^${SITE_ORIGIN}/settings/keys/`)

async function ask(path: string, body: (skill: string) => object): Promise<string> {
  const user = await makeUser()
  await fundWallet(user.organisation.id, '1')
  const ctx = await contextFor(user)
  const wanted = { name: 'Careful', scopes: ['read', 'run'], expiresInDays: 1, confirmAbove: '0.01' }
  const { key } = await createKey(ctx, wanted)
  const skill = await publishHandler(undefined, PAID)
  const response = await site(SITE_ORIGIN + path.replace('SKILL', skill), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify(body(skill)),
  })
  const text = await response.text()
  return text.startsWith('{')
    ? text
    : text
        .split('\n')
        .findLast((line) => line.startsWith('data: {'))!
        .slice(6)
}

const ARGS = { name: 'Ada' }
const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })

// biome-ignore format: table
test.each<[string, string, (skill: string) => object, (answer: string) => PublicError]>([
  ['REST',     '/api/skills/SKILL/runs', () => ({ args: ARGS }),                                                     (text) => JSON.parse(text).error],
  ['/rpc',     '/rpc',                   (name) => message('execute_skill', { name, args: ARGS }),                   (text) => JSON.parse(text).error.data],
  ['MCP',      '/mcp',                   (name) => message('tools/call', { name: 'execute_skill', arguments: { name, args: ARGS } }), (text) => JSON.parse(text).result.structuredContent.error],
])('a call that a person has to confirm names the whole address of the page over %s', async (_, path, body, errorIn) => {
  expect(errorIn(await ask(path, body))).toMatchObject({ code: 'PAYMENT_REQUIRED', href: expect.stringMatching(PAGE) })
})

test('a model that reads only text finds the address of the page, too', async () => {
  const body = (name: string) => message('tools/call', { name: name.replaceAll('.', '__'), arguments: ARGS })
  const { content } = JSON.parse(await ask('/mcp?skills=SKILL', body)).result

  expect(content[0].text).toMatch(new RegExp(`^See ${SITE_ORIGIN}/settings/keys/`, 'm'))
})
