/**
 * Runs that go on when the process of the site that follows them ends: docs/spec/execution.md §4.
 *
 * Events are kept and repeated to whoever follows next, so a follower needs no record of what the one before has seen. A
 * call is asked again if its follower left before it answered.
 */
import { LRUCache } from 'lru-cache'
import type {
  Outcome,
  SandboxCall,
  SandboxEvent,
  SandboxReply,
  SandboxSecret,
} from '../../lib/sandbox/sandbox.ts'
import type { RunListener } from '../job/job.ts'

/** How long a run goes on without a follower. A site that starts again needs seconds, an upgrade a few minutes. */
const UNFOLLOWED_MS = 5 * 60_000

/** How long an ended run is kept for a follower that could not store its end, and how many of them, by their JSON. */
const ENDED_MS = 5 * 60_000
const ENDED_CHARS = 64 * 1024 * 1024

/** A connection of the site. */
export type Follower = {
  send: (line: object) => void
  end: (line: object) => void
  /** Rejects if the follower leaves before it answers. */
  callHost: (call: SandboxCall) => Promise<SandboxReply>
  /** Resolves when the connection is closed. */
  left: Promise<void>
}

type KeptRun = {
  /** Those that the run was started with. */
  secrets: SandboxSecret[]
  /** Repeats the events and the open calls. The follower before gets the outcome “taken”. */
  follow: (follower: Follower) => void
  cancel: () => void
}

type ToKeep = {
  resumeKey: string
  secrets: SandboxSecret[]
  perform: (listener: RunListener) => Promise<Outcome>
}

export type KeptRuns = {
  /** Starts a run, with the process that sent it as its first follower. */
  start(run: ToKeep, follower: Follower): void
  /** Returns undefined for a run that this host does not have, or not any more. */
  find(resumeKey: string): KeptRun | undefined
}

export function createKeptRuns(): KeptRuns {
  const running = new Map<string, KeptRun>()
  const ended = new LRUCache<string, KeptRun>({ maxSize: ENDED_CHARS, ttl: ENDED_MS })
  return {
    start(run, follower) {
      const { resumeKey } = run
      const kept = keepRun(run, (chars) => {
        running.delete(resumeKey)
        ended.set(resumeKey, kept, { size: Math.max(1, chars) })
      })
      running.set(resumeKey, kept)
      kept.follow(follower)
    },
    find: (resumeKey) => running.get(resumeKey) ?? ended.get(resumeKey),
  }
}

type KeptEvent = { event: SandboxEvent; number: number }

type Following = { follower: Follower; over: PromiseWithResolvers<void> }

/** `onEnd` gets the size of what is kept of the run. */
function keepRun({ secrets, perform }: Omit<ToKeep, 'resumeKey'>, onEnd: (chars: number) => void): KeptRun {
  const stopping = new AbortController()
  const events: KeptEvent[] = []
  /** Only the last is of interest to the next follower. */
  let progress: KeptEvent | undefined
  let eventCount = 0
  let callCount = 0
  let outcome: Outcome | undefined
  let current: Following | undefined
  let arrival = Promise.withResolvers<Following>()
  let giveUp: NodeJS.Timeout | undefined

  const performing = perform({ signal: stopping.signal, onEvent, onCall }).catch((error: unknown) => {
    console.error('sandboxd:', error)
    return LOST
  })
  performing.then((reached) => {
    outcome = reached
    clearTimeout(giveUp)
    current?.follower.end({ outcome })
    onEnd(JSON.stringify([outcome, events]).length)
  })

  function onEvent(event: SandboxEvent): void {
    eventCount += 1
    const kept = { event, number: eventCount }
    if (event.kind === 'progress') progress = kept
    else events.push(kept)
    current?.follower.send(kept)
  }

  async function onCall(call: SandboxCall): Promise<SandboxReply> {
    callCount += 1
    const numbered = { ...call, number: callCount }
    while (!outcome) {
      const asked = await arrival.promise
      const answering = asked.follower.callHost(numbered)
      const reply = await Promise.race([answering, asked.over.promise]).catch(() => undefined)
      if (reply) return reply
      leave(asked)
    }
    throw new Error('The run has ended.')
  }

  function leave(gone: Following): void {
    gone.over.resolve()
    if (current !== gone || outcome) return
    current = undefined
    arrival = Promise.withResolvers()
    giveUp = setTimeout(() => stopping.abort(), UNFOLLOWED_MS).unref()
  }

  return {
    secrets,
    follow(follower) {
      if (current && !outcome) {
        current.follower.end({ outcome: TAKEN })
        leave(current)
      }
      clearTimeout(giveUp)
      const inOrder = [...events, ...(progress ? [progress] : [])].toSorted((a, b) => a.number - b.number)
      for (const line of inOrder) follower.send(line)
      if (outcome) return follower.end({ outcome })
      const following = { follower, over: Promise.withResolvers<void>() }
      current = following
      arrival.resolve(following)
      follower.left.then(() => leave(following))
    },
    cancel: () => stopping.abort(),
  }
}

const LOST: Outcome = {
  kind: 'unavailable',
  reason: 'lost',
  message: 'The sandbox lost this run before it ended. There is no output.',
  durationMs: 0,
  logs: [],
}

const TAKEN: Outcome = {
  kind: 'unavailable',
  reason: 'taken',
  message: 'Another process follows this run.',
  durationMs: 0,
  logs: [],
}
