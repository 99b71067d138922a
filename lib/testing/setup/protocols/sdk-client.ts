import { expect, vi } from 'vitest'
import { ERRORS, type ErrorCode } from '../../../kernel/errors.ts'
import { createClient } from '../../../protocols/sdk/client.ts'
import { GuildhallError } from '../../../protocols/sdk/errors.ts'

export const KEY = 'gh_0123456789abcdef'
export const NAME = 'press.news.search'

export const RUN = {
  run_id: 'run_1',
  status: 'completed',
  skill: NAME,
  version: '1.0.0',
  contract_hash: 'abc',
  coercions: [],
  output: { message: 'Here.' },
}

export type Sent = { url: string; init: RequestInit }
export type Reply = Response | Error | ((sent: Sent) => Promise<Response>)

/** Creates a client that gets these responses in order, and the last one repeatedly. */
export function clientMeeting(...replies: Reply[]) {
  const sent: Sent[] = []
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: String(url), init })
    const reply = replies[Math.min(sent.length, replies.length) - 1]!
    if (reply instanceof Error) throw reply
    return typeof reply === 'function' ? reply({ url: String(url), init }) : reply.clone()
  }
  return {
    sent,
    client: createClient({
      baseUrl: 'https://guildhall.test/',
      key: KEY,
      fetch: fetch as typeof globalThis.fetch,
    }),
  }
}

export const idempotencyKeysOf = (sent: Sent[]) =>
  sent.map(({ init }) => JSON.parse(String(init.body)).idempotency_key)
export const jsonResponse = (status: number, body: unknown, headers = {}) =>
  Response.json(body, { status, headers })

const errorOf = (code: ErrorCode, more = {}) => ({
  code,
  message: ERRORS[code].message,
  recoverable: ERRORS[code].recoverable,
  ...more,
})

export const refusedResponse = (code: ErrorCode, more = {}) =>
  jsonResponse(ERRORS[code].http, { error: errorOf(code, more) })

export const failedResponse = (code: ErrorCode) =>
  jsonResponse(ERRORS[code].http, { status: 'failed', errors: [errorOf(code)], run_id: 'run_9' })

export async function thrownBy(work: Promise<unknown>): Promise<GuildhallError> {
  const thrown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(thrown).toBeInstanceOf(GuildhallError)
  return thrown as GuildhallError
}

/** Advances fake timers until `work` settles. */
export async function inNoTime<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) await vi.advanceTimersByTimeAsync(500)
  return work
}
