import { expect, test } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { RecordedCall, RecordingMode } from '../../sandbox/run-recording.ts'
import { MAX_RECORDING_BYTES } from '../../sandbox/sandbox.ts'
import { openRecordedCalls } from './recorded-calls.ts'

const RUNNING = new AbortController().signal
const skill = (args: Json) => ({ method: 'callSkill', params: { name: 'a.b.c', args } })
const SETTINGS = { config: {}, secrets: [] }

let asked = 0
const site = async ({ params }: { params: Json }): Promise<Json> => {
  asked += 1
  return { asked, params }
}

const record: RecordingMode = { kind: 'record', onRecorded: () => {} }
const replay = (calls: RecordedCall[]): RecordingMode => ({
  kind: 'replay',
  recording: { settings: SETTINGS, exchanges: [], calls },
})

test('recorded calls are answered again in their order, without asking anybody', async () => {
  asked = 0
  const recorded = openRecordedCalls(site, record)
  const first = [
    await recorded.onCall(skill({ n: 1 }), RUNNING),
    await recorded.onCall(skill({ n: 1 }), RUNNING),
  ]
  const replayed = openRecordedCalls(site, replay(recorded.list() ?? []))

  expect([
    await replayed.onCall(skill({ n: 1 }), RUNNING),
    await replayed.onCall(skill({ n: 1 }), RUNNING),
  ]).toEqual(first)
  expect(asked).toBe(2)
})

test('the recording of an example holds the parameters of a call, and that of a past run does not', async () => {
  const ofExample = openRecordedCalls(site, record)
  const ofRun = openRecordedCalls(site, { kind: 'record', isOptional: true, onRecorded: () => {} })
  await ofExample.onCall(skill({ n: 1 }), RUNNING)
  await ofRun.onCall(skill({ n: 1 }), RUNNING)

  expect(ofExample.list()).toMatchObject([{ params: { name: 'a.b.c', args: { n: 1 } } }])
  expect(ofRun.list()?.[0]).not.toHaveProperty('params')
})

test('a call that was not recorded is refused, and so is one more than was recorded', async () => {
  const recorded = openRecordedCalls(site, record)
  await recorded.onCall(skill({ n: 1 }), RUNNING)
  const { onCall } = openRecordedCalls(site, replay(recorded.list() ?? []))
  const refusal = { code: 'PRECONDITION_FAILED', message: 'The recording has no reply to this callSkill.' }

  await expect(onCall(skill({ n: 2 }), RUNNING)).rejects.toMatchObject(refusal)
  await onCall(skill({ n: 1 }), RUNNING)
  await expect(onCall(skill({ n: 1 }), RUNNING)).rejects.toMatchObject(refusal)
})

test('the error of a recorded call is thrown again', async () => {
  const failing = async () => {
    throw new AppError('POLICY_DENIED', { message: 'Not this one.' })
  }
  const recorded = openRecordedCalls(failing, record)
  await expect(recorded.onCall(skill({}), RUNNING)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  const { onCall } = openRecordedCalls(site, replay(recorded.list() ?? []))

  await expect(onCall(skill({}), RUNNING)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: 'Not this one.',
  })
})

test('a blob with another content than the recorded one is written nowhere and has a new id', async () => {
  asked = 0
  const { onCall } = openRecordedCalls(site, replay([]))

  expect(await onCall({ method: 'writeBlob', params: { text: 'new' } }, RUNNING)).toEqual({
    id: expect.stringMatching(/^blob:[0-9a-f-]{36}$/),
  })
  expect(asked).toBe(0)
})

test('replies that are larger together than a recording may be are refused', async () => {
  const large = async () => 'x'.repeat(MAX_RECORDING_BYTES)
  const { onCall } = openRecordedCalls(large, record)

  await expect(onCall(skill({}), RUNNING)).rejects.toMatchObject({
    message: 'The answers are larger than 10 MB, the limit of a recording.',
  })
})

test('a live check refuses every call', async () => {
  asked = 0
  const { onCall } = openRecordedCalls(site, { kind: 'refuseCalls' })

  await expect(onCall(skill({}), RUNNING)).rejects.toMatchObject({ message: 'This check cannot make calls.' })
  await expect(onCall({ method: 'writeBlob', params: {} }, RUNNING)).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
  expect(asked).toBe(0)
})
