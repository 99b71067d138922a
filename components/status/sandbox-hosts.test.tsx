import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { HostHealth } from '#lib/sandbox/sandbox.ts'
import { SandboxHosts } from './sandbox-hosts.tsx'

const WELL: HostHealth = {
  name: 'tls://box-a.internal:7443',
  ok: true,
  engine: 'workerd 1',
  python: 'ready',
  memory: 'memory capped',
  jail: 'jailed by bubblewrap',
  isDegraded: false,
  findings: [],
  running: 3,
  idle: 2,
  starting: 0,
  waiting: 1,
  capacity: 8,
}

const shown = (host: HostHealth) => renderToStaticMarkup(<SandboxHosts hosts={[host]} />)

test('a host that works says how busy it is', () => {
  expect(shown(WELL)).toContain('3 of 8 places taken, 1 waiting')
})

test('a host without a jail says what that means, and what each one lacks', () => {
  const findings = [{ name: 'bubblewrap', holds: false, why: 'bubblewrap is not installed (apt-get …).' }]
  const html = shown({ ...WELL, isDegraded: true, findings })

  expect(html).toContain('Code that nobody has reviewed is refused')
  expect(html).toContain('bubblewrap is not installed')
})

test('a host that was told to have no jail names the setting', () => {
  expect(shown({ ...WELL, isDegraded: true })).toContain('GUILDHALL_SANDBOX_JAIL')
})

test('a host that does not answer says why', () => {
  expect(shown({ name: 'local', ok: false, why: 'connect ECONNREFUSED' })).toContain('connect ECONNREFUSED')
})
