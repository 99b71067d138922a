// Tests what Prometheus reads: valid text, correct values, few labels, and only with the token.
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { GET } from '#app/metrics/route.ts'
import {
  issueAuthority,
  issueClientCertificate,
} from '#bin/commands/sandbox/certificates/issue-certificates.ts'
import { findFreePort } from '#bin/server/runtime/free-port.ts'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { serveMetrics } from '#bin/worker/serve-metrics.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { log } from '../../kernel/logging/log.ts'
import { runToEnd, startRun } from '../../runs/start/start-run.ts'
import { saveLastBackup } from '../../settings/rows/setting-rows.ts'
import { contextFor, makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { returns, throws } from '../../testing/fake-sandbox.ts'
import { nameEndpoint, observeRequests } from './observe-requests.ts'
import { metrics } from './registry.ts'
import { siteExposition } from './site-exposition.ts'

const HEALTH = {
  ok: true,
  detail: '',
  hosts: [
    { name: 'local', ok: true, running: 2, idle: 1, starting: 0, waiting: 3 },
    { name: 'other', ok: false, reason: 'It does not respond.' },
  ],
}
const sandbox = { health: async () => HEALTH } as never

type Sample = { name: string; labels: Record<string, string>; value: number }

/** Parses the text format strictly: https://prometheus.io/docs/instrumenting/exposition_formats/. */
function parseExposition(text: string): { samples: Sample[]; types: Map<string, string> } {
  const types = new Map<string, string>()
  const helped = new Set<string>()
  const samples: Sample[] = []
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-z_:][a-z0-9_:]*) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') helped.add(name)
    else if (kind === 'TYPE') {
      expect(types.has(name), `${name} is described twice`).toBe(false)
      types.set(name, rest)
    } else {
      const parts = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (-?[0-9.e+-]+|Nan|[+-]Inf)$/.exec(line)
      expect(parts, line).not.toBeNull()
      const labels = [...(parts![2] ?? '').matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)]
      samples.push({
        name: parts![1]!,
        labels: Object.fromEntries(labels.map(([, label, value]) => [label, value])),
        value: Number(parts![3]),
      })
    }
  }
  expect([...types.keys()].filter((name) => !helped.has(name))).toEqual([])
  return { samples, types }
}

const read = async () => parseExposition(await siteExposition(database(), sandbox))
const valueFor = (samples: Sample[], name: string, labels: Record<string, string> = {}) =>
  samples.find(
    (each) =>
      each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
  )?.value

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('the exposition follows the rules that promtool checks', async () => {
  const { samples, types } = await read()

  for (const [name, type] of types) {
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    expect(name).not.toMatch(/_(milliseconds|ms|megabytes|percent)(_|$)/)
  }
  const identities = samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
  expect(new Set(identities).size).toBe(identities.length)
})

test('runs are counted by channel, outcome, code and runtime', async () => {
  const version = await makePublishedVersion()
  const run = async (with_: ReturnType<typeof returns>) =>
    runToEnd(await contextFor(await makeUser(), { sandbox: with_, channel: 'rpc' }), {
      skill: { name: version.skillName },
      args: { name: 'Ada' },
    })
  const labels = { channel: 'rpc', runtime: 'javascript' }
  const before = (await read()).samples
  await run(returns({ message: 'Hello.' }))
  await run(throws({ message: 'No.' }))

  const after = (await read()).samples
  const growth = (more: Record<string, string>) =>
    (valueFor(after, 'guildhall_runs_total', { ...labels, ...more }) ?? 0) -
    (valueFor(before, 'guildhall_runs_total', { ...labels, ...more }) ?? 0)
  expect(growth({ outcome: 'succeeded', code: 'none' })).toBe(1)
  expect(growth({ outcome: 'failed', code: 'SKILL_ERROR' })).toBe(1)
})

test('no label names a skill, an organisation or a user', async () => {
  const user = await makeUser()
  const version = await makePublishedVersion()
  await runToEnd(await contextFor(user), { skill: { name: version.skillName }, args: { name: 'Ada' } })

  const text = await siteExposition(database(), sandbox)

  for (const name of [user.id, user.organisation.id, user.email, version.skillName, version.skillSetId])
    expect(text).not.toContain(name)
})

test('queued work, reserved money, the ledger and the sandbox are reported', async () => {
  const version = await makePublishedVersion()
  const user = await makeUser()
  await startRun(await contextFor(user), {
    skill: { name: version.skillName },
    args: { name: 'Ada' },
    isDeferred: true,
  })

  const { samples } = await read()

  expect(valueFor(samples, 'guildhall_runs_open', { state: 'queued' })).toBeGreaterThanOrEqual(1)
  expect(valueFor(samples, 'guildhall_queue_oldest_seconds')).toBeGreaterThan(0)
  expect(valueFor(samples, 'guildhall_ledger_sum_usdc')).toBe(0)
  expect(valueFor(samples, 'guildhall_sandbox_processes', { state: 'waiting' })).toBe(3)
  expect(valueFor(samples, 'guildhall_sandbox_hosts', { state: 'down' })).toBe(1)
  expect(valueFor(samples, 'guildhall_up', { part: 'database' })).toBe(1)
})

test('a part that does not respond is down, and the rest is reported', async () => {
  const broken = { health: () => Promise.reject(new Error('gone')) }

  const { samples } = parseExposition(await siteExposition(database(), broken))

  expect(valueFor(samples, 'guildhall_up', { part: 'sandbox' })).toBe(0)
  expect(valueFor(samples, 'guildhall_up', { part: 'database' })).toBe(1)
  expect(valueFor(samples, 'guildhall_sandbox_processes', { state: 'running' })).toBeUndefined()
})

test('requests are measured by endpoint, method and status', async () => {
  observeRequests()
  const server = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) =>
    get(`http://127.0.0.1:${port}/rpc?x=1`, (response) => response.resume().on('end', done)),
  )
  await new Promise((done) => server.close(done))

  const { samples } = await read()

  const labels = { endpoint: '/rpc', method: 'GET', status: '4xx' }
  expect(valueFor(samples, 'guildhall_http_request_duration_seconds_count', labels)).toBe(1)
})

test.each([
  ['/', 'page'],
  ['/anyone/any_set/any_skill', 'page'],
  ['/api/runs/run_1', '/api/runs'],
  ['/api/made-up/thing', '/api'],
  ['/_next/static/chunk.js', 'file'],
  ['/mcp?toolset=x', '/mcp'],
])('%s is the endpoint %s', (url, endpoint) => {
  expect(nameEndpoint({ url, headers: {} })).toBe(endpoint)
})

test('without the token of the server, nothing is reported', async () => {
  const ask = (authorization?: string) =>
    GET(new Request('http://site/metrics', { headers: authorization ? { authorization } : {} }))
  vi.stubEnv('GUILDHALL_METRICS_TOKEN', '')
  expect((await ask('Bearer ')).status).toBe(404)

  vi.stubEnv('GUILDHALL_METRICS_TOKEN', 'token-of-this-server')
  expect((await ask()).status).toBe(401)
  expect((await ask('Bearer another')).status).toBe(401)
  expect(await (await ask('Bearer token-of-this-server')).text()).toContain('guildhall_runs_open')
})

test('a worker reports its own figures on its own port, with the token, and goes on if the port is in use', async () => {
  expect(serveMetrics({})).toBeNull()
  vi.stubEnv('GUILDHALL_METRICS_TOKEN', 'token-of-this-server')
  const port = await findFreePort()
  const server = serveMetrics({ GUILDHALL_WORKER_METRICS_PORT: String(port) })!
  await once(server, 'listening')
  const ask = (authorization: string) => fetch(`http://127.0.0.1:${port}/`, { headers: { authorization } })

  expect((await ask('Bearer another')).status).toBe(401)
  expect(await (await ask('Bearer token-of-this-server')).text()).toContain('guildhall_process_cpu')

  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  serveMetrics({ GUILDHALL_WORKER_METRICS_PORT: String(port) })
  await expect.poll(() => logged.mock.lastCall?.at(-1)).toBe('the metrics of this worker are unavailable')
  await new Promise((done) => server.close(done))
})

test('the disk, waiting mails, the last backup and the certificate for sandbox hosts are reported', async () => {
  const db = database()
  const endedAt = new Date('2026-11-29T03:10:00Z')
  await saveLastBackup(db, endedAt)
  const dueAt = new Date(Date.now() - 600_000)
  const content = { subject: 'Hello', text: 'Hello.', html: '' }
  const mail = { ...content, to: 'ada@example.com', kind: 'account.reset', state: 'waiting', dueAt }
  const { id } = await db.mail.create({ data: mail })

  const { samples } = await read()
  await db.mail.delete({ where: { id } })

  const figureOf = (name: string) => samples.find((sample) => sample.name === name)?.value ?? -1
  expect(figureOf('guildhall_disk_free_bytes')).toBeGreaterThan(0)
  expect(figureOf('guildhall_disk_size_bytes')).toBeGreaterThan(figureOf('guildhall_disk_free_bytes'))
  expect(figureOf('guildhall_mail_oldest_seconds')).toBeGreaterThanOrEqual(600)
  expect(figureOf('guildhall_backup_last_end_timestamp_seconds')).toBe(endedAt.getTime() / 1_000)
  expect(figureOf('guildhall_certificate_expiry_timestamp_seconds')).toBe(-1)
})

test.each(['alerts.yml', 'grafana.json'])('every metric that deploy/%s names is reported', async (file) => {
  metrics().sweepEnded.setToCurrentTime()
  await saveLastBackup(database(), new Date())
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-certificate-'))
  const { certificate } = await issueClientCertificate(await issueAuthority())
  fs.writeFileSync(path.join(folder, 'client.pem'), certificate)
  vi.stubEnv('GUILDHALL_SANDBOX_CERTS', folder)
  const { types } = await read()
  fs.rmSync(folder, { recursive: true })
  const text = fs.readFileSync(path.join(PROJECT_ROOT, 'deploy', file), 'utf8')

  const named = new Set(text.match(/\bguildhall_[a-z_]+\b/g))

  const known = (name: string) => types.has(name) || types.has(name.replace(/_(bucket|count|sum)$/, ''))
  expect(named.size).toBeGreaterThan(4)
  expect([...named].filter((name) => !known(name))).toEqual([])
})
