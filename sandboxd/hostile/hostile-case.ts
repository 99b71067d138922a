/** What a hostile skill is, and what must be true of its end. Its world is described in `open-world.ts`. */
import type { Json } from '../../lib/contract/json/json.ts'
import type { SandboxLimits } from '../../lib/sandbox/sandbox.ts'

export type HostileCase = {
  name: string
  /** JavaScript: a definition, or with `body` what stands in a handler of `{ parameters, config, context }`. */
  definition?: string
  body?: string
  /** Hosts it declares; none unless said. */
  network?: string[]
  limits?: Partial<SandboxLimits>
  /** Beside the common oracle of `run-hostile.ts`. */
  ends: End
  /** Why it is left to the long run. */
  isLong?: string
}

export type End =
  /** Returns this, exactly. */
  | { returns: Json }
  /** Throws something whose "Name: message" matches. */
  | { throws: RegExp }
  /** Breaks one of these limits. */
  | { limit: Limit | Limit[] }
  /** Any end that is the run's own: what counts is that nothing else came to harm. */
  | 'anyhow'
  /** Its process may die of it without a word, too. */
  | 'or is lost'

type Limit = 'wall' | 'cpu' | 'memory' | 'output' | 'requests'

/** Cases that try the same thing, by what they try. */
export type HostileClass = { name: string; language: 'javascript' | 'python'; cases: HostileCase[] }

/** What every case finds in `parameters`. */
export type Targets = {
  /** Of the canary listeners on 127.0.0.1 and ::1, and of the origin that names lead to. */
  port: number
  /** The canary file, and a unix socket beside it. */
  file: string
  socket: string
  /** The name of the canary variable in the environment of sandboxd. */
  variable: string
}
