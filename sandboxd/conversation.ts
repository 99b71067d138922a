/**
 * One job and what is said about it, over one HTTP request: lines of JSON in both directions.
 *
 * The app sends the job as its first line and keeps the request open; sandboxd sends events, and what the job asks
 * as `{"call":{id,method,params}}`; the app answers each with `{"id":…,"reply":…}`.
 */
import { readLines } from '../lib/sandbox/read-lines.ts'
import type { SandboxCall, SandboxReply } from '../lib/sandbox/sandbox.ts'
import { JOB_BYTES } from './limits.ts'

export type Conversation = {
  /** The first line; undefined when it is longer than a job may be. */
  job: string | undefined
  /** Asks the app. Rejects when it has stopped listening. */
  ask(call: SandboxCall): Promise<SandboxReply>
}

type Waiting = { resolve: (reply: SandboxReply) => void; reject: (why: Error) => void }

/** Reads the job, and from then on the answers. `say` writes a line. */
export async function openConversation(
  request: AsyncIterable<Buffer>,
  say: (line: object) => void,
): Promise<Conversation> {
  const lines = readLines(request, JOB_BYTES)
  const first = await lines.next()
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let isOver = first.done === true
  hear().catch(() => {})

  return {
    job: first.value,
    ask(call) {
      if (isOver) return Promise.reject(new Error('nobody listens'))
      asked += 1
      const { promise, ...settle } = Promise.withResolvers<SandboxReply>()
      waiting.set(asked, settle)
      say({ call: { id: asked, ...call } })
      return promise
    },
  }

  async function hear(): Promise<void> {
    try {
      for await (const line of lines) {
        const { id, reply } = JSON.parse(line ?? 'null') as { id: number; reply: SandboxReply }
        waiting.get(id)?.resolve(reply)
        waiting.delete(id)
      }
    } finally {
      isOver = true
      for (const { reject } of waiting.values()) reject(new Error('nobody listens any more'))
      waiting.clear()
    }
  }
}
