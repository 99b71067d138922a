import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { DENIED_HOSTS_CALL } from '../../lib/sandbox/sandbox.ts'
import { refusalOf, setUpGuard } from '../../lib/testing/setup/sandbox/egress-guard.ts'
import { openDeniedHosts } from './denied-hosts.ts'

const egress = setUpGuard()
const { admit, ask, urlOf } = egress

const DENIED = (host: string) => `Skills on this site may not reach ${host}: its operator denied that host.`

test('a request to a denied host does not leave, although the skill declares the host', async () => {
  const reached: string[] = []
  egress.answer = (request, response) => {
    reached.push(`${request.headers.host}`)
    response.end('ok')
  }
  const { trace } = admit({ deniedHosts: openDeniedHosts(['tracker.example'], undefined) })

  for (const host of ['tracker.example', 'eu.tracker.example', 'TRACKER.example'])
    expect(refusalOf(await ask(urlOf(host)))).toBe(DENIED(host.toLowerCase()))
  expect(await text(await ask(urlOf('api.example')))).toBe('ok')

  expect(reached).toEqual([`api.example:${egress.port}`])
  expect(trace.map(({ code }) => code)).toEqual([
    'POLICY_DENIED',
    'POLICY_DENIED',
    'POLICY_DENIED',
    undefined,
  ])
})

test('a name that leads to a denied address is not reached', async () => {
  const { trace } = admit({ deniedHosts: openDeniedHosts(['127.0.0.1'], undefined) })

  expect(refusalOf(await ask(urlOf('api.example')))).toBe(DENIED('api.example'))
  expect(trace).toMatchObject([{ host: 'api.example', code: 'POLICY_DENIED' }])
})

test('a denied host of the own network, or a mock of a draft, is not reached either', async () => {
  admit({
    network: ['wiki.example'],
    ownHosts: [{ host: 'wiki.example', mockPort: egress.port }],
    deniedHosts: openDeniedHosts(['wiki.example'], undefined),
  })

  expect(refusalOf(await ask('https://wiki.example/'))).toBe(DENIED('wiki.example'))
})

test('a run that lasts longer follows what the site denies meanwhile, and asks at most every two seconds', async () => {
  let nowMs = 0
  const asked: string[] = []
  let current: unknown = ['late.example']
  const denied = openDeniedHosts(
    [],
    async ({ method }) => {
      asked.push(method)
      return { value: current as string[] }
    },
    () => nowMs,
  )

  expect(await denied.refusalOf('late.example')).toBeUndefined()
  expect(asked).toEqual([])
  nowMs = 3_000
  const refusals = await Promise.all(['late.example', 'api.example'].map((host) => denied.refusalOf(host)))
  expect(refusals).toEqual([DENIED('late.example'), undefined])
  expect(asked).toEqual([DENIED_HOSTS_CALL])
  // A reply that is no list, as from a site of another release, changes nothing.
  current = { hosts: [] }
  nowMs = 6_000
  expect(await denied.refusalOf('late.example')).toBe(DENIED('late.example'))
})

test('a site that does not answer keeps its last list in force', async () => {
  let nowMs = 0
  const denied = openDeniedHosts(
    ['a.example'],
    () => Promise.reject(new Error('gone')),
    () => nowMs,
  )

  nowMs = 3_000
  expect(await denied.refusalOf('a.example')).toBe(DENIED('a.example'))
})
