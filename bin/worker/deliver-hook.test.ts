import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { afterEach, expect, test, vi } from 'vitest'
import type { Context } from '#lib/context/context.ts'
import { hookWorkflow, postHook, retryDelaySeconds } from './deliver-hook.ts'

let server: http.Server | undefined
const received: string[] = []
afterEach(() => {
  server?.close()
  received.length = 0
  vi.unstubAllEnvs()
})

/** Starts a server on this machine that answers with `status`, and returns its port. */
async function receiver(status: number, headers: http.OutgoingHttpHeaders = {}): Promise<number> {
  server = http.createServer((request, response) => {
    received.push(request.url ?? '')
    response.writeHead(status, headers).end('thank you')
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test.each([
  'http://127.0.0.1:{port}/x',
  'http://localhost:{port}/x',
  'http://[::1]:{port}/x',
  'http://0x7f.1:{port}/x',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.1/x',
  'http://a.name.that.resolves.here:{port}/x',
])('a webhook delivery to %s is refused, and no request is sent', async (pattern) => {
  const port = await receiver(200)
  const egressPolicy = {
    resolve: async () => ['127.0.0.1'],
    isAllowed: (address: string) => !address.startsWith('127.'),
  }

  const { status, problem } = await postHook(pattern.replace('{port}', String(port)), {}, '{}', egressPolicy)

  expect(status).toBeUndefined()
  expect(problem).toMatch(/public internet/)
  expect(received).toEqual([])
})

test('a webhook delivery reaches a host of this network if the operator allows it', async () => {
  const port = await receiver(204)
  vi.stubEnv('GUILDHALL_WEBHOOK_HOSTS', `other.example, 127.0.0.1:${port}`)

  expect(await postHook(`http://127.0.0.1:${port}/x`, {}, '{}')).toMatchObject({ status: 204 })
})

test('a webhook delivery does not follow a redirect', async () => {
  const port = await receiver(302, { location: '/elsewhere' })
  vi.stubEnv('GUILDHALL_WEBHOOK_HOSTS', '127.0.0.1')

  expect(await postHook(`http://127.0.0.1:${port}/x`, {}, '{}')).toMatchObject({
    problem: 'The endpoint returned HTTP 302.',
  })
  expect(received).toEqual(['/x'])
})

test('a refused connection is reported as a problem of the webhook delivery, not an internal error', async () => {
  vi.stubEnv('GUILDHALL_WEBHOOK_HOSTS', '127.0.0.1')

  expect(await postHook('http://127.0.0.1:1/x', {}, '{}')).toMatchObject({ problem: expect.any(String) })
  expect(await postHook('nonsense', {}, '{}')).toMatchObject({ problem: expect.any(String) })
})

test('the delays between webhook deliveries grow to an hour at most', () => {
  expect([2, 3, 4, 5, 6, 7, 8].map(retryDelaySeconds)).toEqual([1, 4, 16, 64, 256, 1024, 3600])
})

test('a webhook delivery is repeated after a failure of the database', async () => {
  vi.spyOn(DBOS, 'runStep').mockImplementation(async (work, { maxAttempts = 1 } = {}) => {
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      const result = await work().then(
        (value) => ({ value }),
        () => null,
      )
      if (result) return result.value
    }
    return work()
  })
  const findWebhook = vi.fn(async () => null)
  findWebhook.mockRejectedValueOnce(new Error('the database is away'))
  const notice = {
    ...{ id: 'n', atMs: 0, title: '', body: '', url: null },
    kind: 'wallet.low' as const,
    topic: 'money' as const,
  }
  const db = { webhook: { findUnique: findWebhook } } as unknown as Context['db']

  await hookWorkflow({ db })({ webhookId: 'w', number: 1, notice })

  expect(findWebhook).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})
