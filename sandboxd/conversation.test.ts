import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openConversation } from './conversation.ts'
import { JOB_BYTES } from './limits.ts'

const CALL = { method: 'callSkill', params: {} }

async function begin(first = '{"job":1}\n') {
  const request = new PassThrough()
  const said: object[] = []
  request.write(first)
  const conversation = await openConversation(request, (line) => said.push(line))
  return { request, said, ...conversation }
}

test('the first line is the job, and answers find their questions in any order', async () => {
  const { request, said, job, ask } = await begin()
  const [one, two] = [ask(CALL), ask(CALL)]

  request.write('{"id":2,"reply":{"value":"second"}}\n{"id":1,"rep')
  request.write('ly":{"value":"first"}}\n')

  expect(job).toBe('{"job":1}')
  expect(said).toEqual([{ call: { id: 1, ...CALL } }, { call: { id: 2, ...CALL } }])
  expect(await Promise.all([one, two])).toEqual([{ value: 'first' }, { value: 'second' }])
})

test('a job that comes alone and without an end of line is one too, and then there is nobody to ask', async () => {
  const request = new PassThrough()
  request.end('{"job":1}')

  const { job, ask } = await openConversation(request, () => {})

  expect(job).toBe('{"job":1}')
  await expect(ask(CALL).then(() => ask(CALL))).rejects.toThrow()
})

test.each([
  ['hangs up', (request: PassThrough) => request.end()],
  ['breaks off', (request: PassThrough) => request.destroy()],
  ['says what is no line', (request: PassThrough) => request.write('nonsense\n')],
])('when the app %s, what was asked is over', async (_how, act) => {
  const { request, ask } = await begin()
  const asked = ask(CALL)

  act(request)

  await expect(asked).rejects.toThrow()
})

test('a job that is larger than one may be is none', async () => {
  const request = new PassThrough()
  request.end(Buffer.alloc(JOB_BYTES + 1, 97))

  expect((await openConversation(request, () => {})).job).toBeUndefined()
})
