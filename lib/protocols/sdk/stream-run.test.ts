import { expect, test } from 'vitest'
import {
  clientMeeting,
  failedResponse,
  jsonResponse,
  NAME,
  RUN,
} from '../../testing/setup/protocols/sdk-client.ts'

const QUEUED = jsonResponse(202, { ...RUN, status: 'running', output: undefined })

type Event = { id: string; type?: string; data: unknown }

const part = (number: number): Event => ({
  id: `2.0.${number}`,
  type: 'part',
  data: { number, value: { page: number } },
})
const END: Event = { id: '3.0.3', data: RUN }

const events = (...sent: Event[]) =>
  new Response(
    sent
      .map(
        ({ id, type, data }) =>
          `${type ? `event: ${type}\n` : ''}id: ${id}\ndata: ${JSON.stringify(data)}\n\n`,
      )
      .join(''),
    { headers: { 'content-type': 'text/event-stream' } },
  )

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}

test('a stream yields the parts of a run and resolves with its end', async () => {
  const { client, sent } = clientMeeting(QUEUED, events(part(1), part(2), END))

  const stream = client.stream(NAME, { query: 'tides' })

  expect(await collect(stream)).toEqual([{ page: 1 }, { page: 2 }])
  expect((await stream.ended).output).toEqual({ message: 'Here.' })
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ args: { query: 'tides' }, async: true })
  expect(sent[1]?.url).toBe('https://guildhall.test/api/runs/run_1/events')
})

test('a stream whose connection is lost goes on after the last part, and yields none twice', async () => {
  const { client, sent } = clientMeeting(QUEUED, events(part(1), part(2)), events(part(3), END))

  expect(await collect(client.stream(NAME))).toEqual([{ page: 1 }, { page: 2 }, { page: 3 }])

  expect(sent[2]?.init.headers).toMatchObject({ 'last-event-id': '2.0.2' })
})

test('the error of a run that fails is thrown after its parts, and rejects its end', async () => {
  const failed = (await failedResponse('SKILL_ERROR').json()) as object
  const { client } = clientMeeting(QUEUED, events(part(1), { id: '3.0.1', data: failed }))
  const stream = client.stream(NAME)
  const seen: unknown[] = []

  const reading = (async () => {
    for await (const value of stream) seen.push(value)
  })()

  await expect(reading).rejects.toMatchObject({ code: 'SKILL_ERROR' })
  await expect(stream.ended).rejects.toMatchObject({ code: 'SKILL_ERROR' })
  expect(seen).toEqual([{ page: 1 }])
})

test('a stream that is refused throws the error of its call', async () => {
  const { client } = clientMeeting(failedResponse('PAYMENT_REQUIRED'))

  await expect(collect(client.stream(NAME))).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
})

test('a stream that is aborted throws that it was cancelled', async () => {
  const giveUp = new AbortController()
  const { client } = clientMeeting(QUEUED, async ({ init }) => {
    giveUp.abort()
    throw init.signal?.reason
  })

  await expect(collect(client.stream(NAME, {}, { signal: giveUp.signal }))).rejects.toMatchObject({
    code: 'CANCELLED',
  })
})
