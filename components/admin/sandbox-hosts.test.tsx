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

const renderHost = (host: HostHealth) => renderToStaticMarkup(<SandboxHosts hosts={[host]} />)

test('a working host shows its load', () => {
  expect(renderHost(WELL)).toContain('3 of 8 slots in use, 1 queued')
})

test('a host without a jail explains the consequences, and hosts list unsupported features', () => {
  const findings = [
    { name: 'bubblewrap', isUsable: false, reason: 'bubblewrap is not installed (apt-get …).' },
  ]
  const html = renderHost({ ...WELL, isDegraded: true, findings })

  expect(html).toContain('Only versions that an admin approved run here')
  expect(html).toContain('bubblewrap is not installed')
})

test('a host configured to have no jail names the setting', () => {
  expect(renderHost({ ...WELL, isDegraded: true })).toContain('GUILDHALL_SANDBOX_JAIL')
})

test('a host that did not respond is shown with the reason', () => {
  expect(renderHost({ name: 'local', ok: false, reason: 'connect ECONNREFUSED' })).toContain(
    'connect ECONNREFUSED',
  )
})
