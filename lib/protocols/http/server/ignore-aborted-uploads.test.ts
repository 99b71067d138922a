import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { ignoreAbortedUploads } from './ignore-aborted-uploads.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns the error that Node's server reports for an upload whose sender leaves. */
async function abortUpload(): Promise<Error> {
  const { promise, resolve } = Promise.withResolvers<Error>()
  const server = createServer((request) => request.on('error', resolve).resume())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const head = ['POST /docs HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 100', '', 'begin']
  socket.write(head.join('\r\n'), () => socket.destroy())
  const error = await promise
  server.close()
  return error
}

test('an upload whose sender leaves is not logged as an error, and other errors are', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const aborted = await abortUpload()
  const others = [new Error('aborted'), Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })]
  const stop = ignoreAbortedUploads()

  console.error(aborted)
  console.error('⨯', 'uncaughtException: ', aborted)
  for (const other of others) console.error('failed', other)
  stop()
  console.error(aborted)

  expect(logged.mock.calls).toEqual([...others.map((other) => ['failed', other]), [aborted]])
})
