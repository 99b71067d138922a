import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { MAX_JOB_BYTES } from './job/job.ts'
import { createSandboxServer, openJobStream, type Served } from './server.ts'

const CALL = { method: 'callSkill', params: {} }

async function begin(first = '{"job":1}\n') {
  const request = new PassThrough()
  const sent: object[] = []
  request.write(first)
  const stream = await openJobStream(request, (line) => sent.push(line))
  return { request, sent, ...stream }
}

test('the first line is the job, and answers find their questions in any order', async () => {
  const { request, sent, job, callHost } = await begin()
  const [one, two] = [callHost(CALL), callHost(CALL)]

  request.write('{"id":2,"reply":{"value":"second"}}\n{"id":1,"rep')
  request.write('ly":{"value":"first"}}\n')

  expect(job).toBe('{"job":1}')
  expect(sent).toEqual([{ call: { id: 1, ...CALL } }, { call: { id: 2, ...CALL } }])
  expect(await Promise.all([one, two])).toEqual([{ value: 'first' }, { value: 'second' }])
})

test('a single job without a newline is accepted, and has no channel for calls', async () => {
  const request = new PassThrough()
  request.end('{"job":1}')

  const { job, callHost } = await openJobStream(request, () => {})

  expect(job).toBe('{"job":1}')
  await expect(callHost(CALL).then(() => callHost(CALL))).rejects.toThrow()
})

test.each([
  ['hangs up', (request: PassThrough) => request.end()],
  ['breaks off', (request: PassThrough) => request.destroy()],
  ['sends an invalid line', (request: PassThrough) => request.write('nonsense\n')],
])('if the app %s, pending calls are cancelled', async (_how, act) => {
  const { request, callHost } = await begin()
  const asked = callHost(CALL)

  act(request)

  await expect(asked).rejects.toThrow()
})

test('a job that is too large is refused', async () => {
  const request = new PassThrough()
  request.end(Buffer.alloc(MAX_JOB_BYTES + 1, 97))

  expect((await openJobStream(request, () => {})).job).toBeUndefined()
})

test('a connection is not closed however long its run lasts', () => {
  const server = createSandboxServer({} as Served)

  expect(server).toMatchObject({ requestTimeout: 0, timeout: 0 })
})
