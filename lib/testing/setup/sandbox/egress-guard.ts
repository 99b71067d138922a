import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openDeniedHosts } from '#sandboxd/egress/denied-hosts.ts'
import { chooseEgressBudget, type EgressRun, type Guard, openGuard } from '#sandboxd/egress/guard.ts'
import { JAVASCRIPT_LIMITS, type SandboxRequest } from '../../../sandbox/sandbox.ts'

/** Of a quick run. */
export const EGRESS_BUDGET = chooseEgressBudget({ limits: JAVASCRIPT_LIMITS })

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

export const placeholder = `sbxsec_${'k'.repeat(24)}`

type Sent = { method?: string; headers?: Record<string, string>; body?: Readable }

export const refusalOf = (response: http.IncomingMessage) =>
  decodeURIComponent(String(response.headers['x-guildhall-refused'] ?? ''))

export function setUpGuard() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guard-'))
  const socketPath = path.join(folder, 'guard.sock')
  let answer: Answer = () => {}
  const origin = http.createServer((request, response) => answer(request, response))
  let guard: Guard
  let port: number

  beforeAll(async () => {
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
    port = (origin.address() as AddressInfo).port
    // All hosts but inside.example resolve to the one origin, on this machine.
    const resolve = async (host: string) => (host === 'inside.example' ? ['10.0.0.1'] : ['127.0.0.1'])
    guard = await openGuard(socketPath, { resolve, isAllowed: (address) => address === '127.0.0.1' })
  })

  afterEach(() => guard.dismiss())

  afterAll(() => {
    guard.close()
    origin.close()
    fs.rmSync(folder, { recursive: true })
  })

  function admit(changes: Partial<EgressRun> = {}) {
    const trace: SandboxRequest[] = []
    const overspent: string[] = []
    const over = new AbortController()
    guard.admit({
      network: ['*.example'],
      ownHosts: [],
      deniedHosts: openDeniedHosts([], undefined),
      secrets: [{ key: 'api_key', value: 's3cret-value', placeholder, hosts: ['api.example'] }],
      budget: EGRESS_BUDGET,
      answered: { bytes: 0 },
      signal: over.signal,
      trace,
      onOverspend: (message) => overspent.push(message),
      ticket: 'ticket',
      tokenScope: 'organisation skillset',
      answerCall: async () => '{}',
      ...changes,
    })
    return { trace, overspent, over }
  }

  function ask(
    url: string,
    { method = 'GET', headers = {}, body }: Sent = {},
  ): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const marks = { 'x-guildhall-ticket': 'ticket', 'x-guildhall-url': url }
      const options = { socketPath, method, headers: { ...marks, ...headers }, agent: false }
      const call = http.request(options, resolve).once('error', reject)
      if (body) body.pipe(call)
      else call.end()
    })
  }

  const urlOf = (host: string, rest = '/') => `http://${host}:${port}${rest}`

  function callHost(headers: Record<string, string>, body = '{}'): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const marks = { 'x-guildhall-ticket': 'ticket', ...headers }
      const options = { socketPath, method: 'POST', path: '/ask', headers: marks, agent: false }
      http.request(options, resolve).once('error', reject).end(body)
    })
  }

  return {
    get answer() {
      return answer
    },
    set answer(value) {
      answer = value
    },
    get port() {
      return port
    },
    admit,
    ask,
    urlOf,
    callHost,
  }
}
