/** Tests responses of a fake sandboxd. */
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeJob } from '../testing/make-sandbox-job.ts'
import { connectHost, type SandboxHost } from './sandbox-host.ts'

/** Runs a job to which the host answers with `chunks`. */
const attemptAt = (chunks: (string | Buffer)[]) => atHost(chunks, (host) => host.attempt(makeJob('')))

async function atHost<Result>(
  chunks: (string | Buffer)[],
  act: (host: SandboxHost) => Promise<Result>,
): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghhost-'))
  const socketPath = path.join(folder, 's.sock')
  const server = http.createServer(async (_request, response) => {
    for (const chunk of chunks) if (!response.write(chunk)) await once(response, 'drain')
    response.end()
  })
  await once(server.listen(socketPath), 'listening')
  try {
    return await act(connectHost({ kind: 'socket', name: 'local', path: socketPath }))
  } finally {
    server.closeAllConnections()
    server.close()
    fs.rmSync(folder, { recursive: true })
  }
}

test('an answer of 32 MiB is read whole', async () => {
  // Joining all chunks again for each new one would take ten seconds.
  const value = 'x'.repeat(32 * 1024 * 1024)

  const outcome = await attemptAt([`${JSON.stringify({ outcome: { kind: 'returned', value } })}\n`])

  expect(outcome).toMatchObject({ kind: 'returned' })
  expect(outcome).toHaveProperty('value.length', value.length)
})

test('a character split across two chunks is preserved', async () => {
  const bytes = Buffer.from(`${JSON.stringify({ outcome: { kind: 'returned', value: 'é' } })}\n`)
  const middle = bytes.indexOf('é') + 1

  expect(await attemptAt([bytes.subarray(0, middle), bytes.subarray(middle)])).toMatchObject({ value: 'é' })
})

test('an answer that breaks off is a run that was lost', async () => {
  expect(await attemptAt(['{"outcome":{"kind"'])).toMatchObject({ kind: 'unavailable', reason: 'lost' })
})

test('a job whose connection closes before it is acknowledged has not run', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghhost-'))
  const socketPath = path.join(folder, 's.sock')
  const server = http.createServer((request) => request.once('data', () => request.destroy()))
  await once(server.listen(socketPath), 'listening')

  const attempt = await connectHost({ kind: 'socket', name: 'local', path: socketPath }).attempt(makeJob(''))
  server.close()
  fs.rmSync(folder, { recursive: true })

  expect(attempt).toBe('unreached')
})

test.each([
  ['this version', { isUsable: false, reason: 'not installed' }],
  ['the previous version', { holds: false, why: 'not installed' }],
])('the health of a host of %s states why a jail cannot be used', async (_version, finding) => {
  const report = JSON.stringify({ jail: 'none', findings: [{ name: 'bubblewrap', ...finding }] })

  expect(await atHost([report], (host) => host.health())).toMatchObject({
    ok: true,
    findings: [{ name: 'bubblewrap', isUsable: false, reason: 'not installed' }],
  })
})
