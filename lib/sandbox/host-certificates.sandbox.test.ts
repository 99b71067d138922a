import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { expect, test } from 'vitest'
import { makeJob } from '../testing/make-sandbox-job.ts'
import { setUpSandboxHosts } from '../testing/setup/sandbox/sandbox-hosts.ts'
import { startSandboxHost } from '../testing/start-sandbox-host.ts'
import { connectSandbox } from './sandbox-client.ts'

const fleet = setUpSandboxHosts()

const strangers: [who: string, connect: (port: number) => net.Socket][] = [
  ['no certificate', (port) => tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false })],
  [
    'a certificate of another authority',
    (port) =>
      tls.connect({
        port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        ...pairOf(fleet.stranger.site, 'client'),
      }),
  ],
  [
    'the certificate of a host, which may not call',
    (port) =>
      tls.connect({
        port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        ...pairOf(fleet.certs.host, 'server'),
      }),
  ],
  ['no TLS at all', (port) => net.connect({ port, host: '127.0.0.1' })],
]

function pairOf(folder: string, name: string) {
  return {
    cert: fs.readFileSync(path.join(folder, `${name}.pem`)),
    key: fs.readFileSync(path.join(folder, `${name}-key.pem`)),
  }
}

test.each(strangers)('a client with %s gets no response', async (_who, connect) => {
  const socket = connect(fleet.hosts[1]!.port)
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk)).on('error', () => {})
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')

  await new Promise((resolve) => socket.once('close', resolve))

  expect(Buffer.concat(received).toString('latin1')).not.toContain('workerd')
})

test('a site with certificates of another CA learns that nothing ran, and why', async () => {
  process.env.GUILDHALL_SANDBOX_CERTS = fleet.stranger.site
  const wrong = connectSandbox(fleet.hosts[1]!.address)

  const outcome = await wrong.execute(makeJob('export default async () => 1'))
  const health = await wrong.health()
  process.env.GUILDHALL_SANDBOX_CERTS = fleet.certs.site

  expect(outcome).toEqual({ kind: 'unavailable', message: expect.any(String), durationMs: 0, logs: [] })
  expect(health).toMatchObject({
    ok: false,
    hosts: [{ ok: false, reason: expect.stringContaining('certificate') }],
  })
})

test('a host without the files to ask callers for a certificate does not listen', async () => {
  const bare = path.join(fleet.certs.folder, 'bare')
  fs.cpSync(fleet.certs.host, bare, { recursive: true })
  fs.rmSync(path.join(bare, 'ca.pem'))

  await expect(startSandboxHost(bare)).rejects.toThrow('requires mutual TLS')
})
