import { expect, test } from 'vitest'
import { parseHosts, rankHosts, readHostsSetting, wantsLocalHost } from './host-address.ts'

const env = { GUILDHALL_SANDBOX_SOCKET: '/run/box.sock', NODE_ENV: 'test' } as const

test('without the setting, there is only the local host', () => {
  expect(parseHosts(readHostsSetting(env), env)).toEqual([
    { kind: 'socket', name: 'local', path: '/run/box.sock' },
  ])
  expect(wantsLocalHost(env)).toBe(true)
})

test('hosts are listed with commas, and each counts once', () => {
  expect(parseHosts(' tls://a:7443, local,tls://[::1]:7444,/run/other.sock,tls://a:7443 ', env)).toEqual([
    { kind: 'tls', name: 'tls://a:7443', host: 'a', port: 7443 },
    { kind: 'socket', name: 'local', path: '/run/box.sock' },
    { kind: 'tls', name: 'tls://[::1]:7444', host: '::1', port: 7444 },
    { kind: 'socket', name: '/run/other.sock', path: '/run/other.sock' },
  ])
})

test('a list without the local host needs none', () => {
  expect(wantsLocalHost({ ...env, GUILDHALL_SANDBOX_HOSTS: 'tls://a:7443' })).toBe(false)
})

test('a worker on Cloudflare is listed by its origin, and one that this machine serves need not have TLS', () => {
  const setting = 'https://box.example.workers.dev,http://localhost:8787'
  expect(parseHosts(setting, env)).toEqual([
    {
      kind: 'worker',
      name: 'https://box.example.workers.dev',
      origin: 'https://box.example.workers.dev',
    },
    { kind: 'worker', name: 'http://localhost:8787', origin: 'http://localhost:8787' },
  ])
})

const wrong = [
  ',',
  'a:7443',
  'http://a:7443',
  'https://token@a',
  'https://a/x',
  'https://a?token=x',
  'tls://a',
  'tls://a:0',
  'tls://a:70000',
  'tls://user@a:7443',
  'tls://a:7443/x',
]

test.each(wrong)('“%s” is not a valid list of hosts', (setting) => {
  expect(() => parseHosts(setting, env)).toThrow('GUILDHALL_SANDBOX_HOSTS')
})

const hosts = ['tls://a:1', 'tls://b:1', 'tls://c:1'].map((name) => ({ name }))
const publishers = Array.from({ length: 300 }, (_, n) => `press_${n}`)
const primaryHostOf = (publisher: string, among = hosts) => rankHosts(among, publisher)[0]!.name

test('each host is home to about as many publishers as another', () => {
  for (const { name } of hosts) {
    const homes = publishers.filter((publisher) => primaryHostOf(publisher) === name).length
    expect(homes).toBeGreaterThan(70)
    expect(homes).toBeLessThan(130)
  }
})

test('when a host goes, its publishers move to where they would have gone next, and no others move', () => {
  const left = hosts.slice(1)

  for (const publisher of publishers) {
    const [home, next] = rankHosts(hosts, publisher)
    expect(primaryHostOf(publisher, left)).toBe(home === hosts[0] ? next?.name : home?.name)
  }
})

test('the order in which hosts are listed does not matter', () => {
  const turned = hosts.toReversed()

  expect(publishers.map((publisher) => primaryHostOf(publisher, turned))).toEqual(
    publishers.map((publisher) => primaryHostOf(publisher)),
  )
})
