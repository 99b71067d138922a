import { expect, test } from 'vitest'
import { hostsSetting, parseHosts, wantsLocalHost } from './host-address.ts'

const env = { GUILDHALL_SANDBOX_SOCKET: '/run/box.sock', NODE_ENV: 'test' } as const

test('without the setting there is the local host alone', () => {
  expect(parseHosts(hostsSetting(env), env)).toEqual([
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

test.each(wrong)('“%s” is not a list of hosts, and says so', (setting) => {
  expect(() => parseHosts(setting, env)).toThrow('GUILDHALL_SANDBOX_HOSTS')
})
