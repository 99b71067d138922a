// A credential goes from the connection through a real sandbox to the provider's API, and nowhere else.
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseJob } from '#sandboxd/job/job.ts'
import { prepareProcessSetup } from '#sandboxd/local-sandbox.ts'
import { openProcessPool, type ProcessPool } from '#sandboxd/pool/process-pool.ts'
import { runJob } from '#sandboxd/run/run-job.ts'
import type { Context } from '../context/context.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { contextFor, makeSkillDocument, makeUser } from '../testing/factories.ts'
import { API_KEY, connect, makeLinkedVersion, makeProvider } from '../testing/integration-setup.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghaccount-'))
/** The requests, with every part that could contain the key. */
const received: { host: string; key: string | undefined; text: string }[] = []
const origin = http.createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const { host = '', 'x-api-key': key } = request.headers
  received.push({ host: host.split(':')[0]!, key: key as string | undefined, text: `${request.url} ${body}` })
  response.end(JSON.stringify({ echoed: key, url: request.url }))
})
let pool: ProcessPool
let ctx: Context
let at = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  at = `:${(origin.address() as AddressInfo).port}`
  const egressPolicy = { resolve: async () => ['127.0.0.1'], isAllowed: () => true }
  pool = await openProcessPool({ ...prepareProcessSetup(folder), egressPolicy })
  const sandbox: Sandbox = {
    execute: (job, { signal = new AbortController().signal, onEvent = () => {} } = {}) =>
      runJob(pool, parseJob(JSON.stringify(job))!, { signal, onEvent }),
    health: async () => ({ ok: true, detail: '' }),
  }
  ctx = await contextFor(await makeUser(), { sandbox })
})
afterAll(async () => {
  await pool.close()
  origin.closeAllConnections()
  origin.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function run(body: string) {
  const provider = await makeProvider({ hosts: ['api.weather.example'] })
  const definition = `async function handler({ parameters, context }) {
    const account = context.integrations['${provider}']
    const at = (host, path = '/') => 'http://' + host + '${at}' + path
    ${body}
  }`
  const skill = makeSkillDocument({ definition, response: { type: 'object' }, examples: [] })
  const version = await makeLinkedVersion([provider], {
    skills: [skill],
    permissions: { network: ['other.example'] },
  })
  await connect(ctx, provider, version.skillSetName)
  return runToEnd(ctx, { skill: { name: version.skillName }, args: { name: 'Ada' } })
}

test('the provider gets the key in its header, and the code sees neither the key nor its echo', async () => {
  const { state, output, error } = await run(`
    const response = await fetch(at('api.weather.example', '/oslo'), { headers: account.headers })
    return { message: 'Done.', token: account.token, answer: await response.json() }`)

  expect(error).toBeUndefined()
  expect(state).toBe('succeeded')
  expect(received.at(-1)).toEqual({ host: 'api.weather.example', key: API_KEY, text: '/oslo ' })
  expect(JSON.stringify(output)).not.toContain(API_KEY)
  expect(output).toMatchObject({
    token: expect.stringMatching(/^sbxsec_/),
    answer: { echoed: expect.stringMatching(/^sbxsec_/) },
  })
})

test('other hosts, URLs and bodies get the placeholder', async () => {
  await run(`
    await fetch(at('other.example'), { headers: account.headers })
    await fetch(at('api.weather.example', '/' + account.token), { method: 'POST', body: account.token })
    return { message: 'Done.' }`)

  const [other, own] = received.slice(-2)
  expect(other).toMatchObject({ host: 'other.example', key: expect.stringMatching(/^sbxsec_/) })
  expect(own).toMatchObject({ host: 'api.weather.example', text: expect.stringContaining('sbxsec_') })
  expect(JSON.stringify([other, own])).not.toContain(API_KEY)
})
