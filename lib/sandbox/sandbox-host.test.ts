/** What is heard from a sandboxd, with one that only pretends. */
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeJob } from '../testing/make-job.ts'
import { connectHost } from './sandbox-host.ts'

/** Runs a job where `chunks` are the answer. */
async function attemptAt(chunks: (string | Buffer)[]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghhost-'))
  const socketPath = path.join(folder, 's.sock')
  const server = http.createServer(async (_request, response) => {
    for (const chunk of chunks) if (!response.write(chunk)) await once(response, 'drain')
    response.end()
  })
  await once(server.listen(socketPath), 'listening')
  try {
    return await connectHost({ kind: 'socket', name: 'local', path: socketPath }).attempt(makeJob(''))
  } finally {
    server.closeAllConnections()
    server.close()
    fs.rmSync(folder, { recursive: true })
  }
}

test('a large answer is read in time that grows with its length', async () => {
  const value = 'x'.repeat(32 * 1024 * 1024)

  const outcome = await attemptAt([`${JSON.stringify({ outcome: { kind: 'returned', value } })}\n`])

  // Were it put together anew with each chunk, that would take ten seconds.
  expect(outcome).toMatchObject({ kind: 'returned' })
  expect(outcome).toHaveProperty('value.length', value.length)
})

test('a character that comes in two chunks is one', async () => {
  const bytes = Buffer.from(`${JSON.stringify({ outcome: { kind: 'returned', value: 'é' } })}\n`)
  const amid = bytes.indexOf('é') + 1

  expect(await attemptAt([bytes.subarray(0, amid), bytes.subarray(amid)])).toMatchObject({ value: 'é' })
})

test('an answer that breaks off is a run that was lost', async () => {
  expect(await attemptAt(['{"outcome":{"kind"'])).toMatchObject({ kind: 'unavailable', reason: 'lost' })
})
