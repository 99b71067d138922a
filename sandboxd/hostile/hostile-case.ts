/** Defines hostile skills and their expected outcomes. `hostile-environment.ts` provides their environment. */
import type { Json, JsonObject } from '../../lib/kernel/json/json.ts'
import type { SandboxLimits } from '../../lib/sandbox/sandbox.ts'

export type HostileCase = {
  name: string
  /**
   * JavaScript: a whole definition, or with `body` that of a handler of `{ parameters, config, context }`.
   */
  definition?: string
  body?: string
  /** The module beside the definition, as if packages had been bundled; it may use modules of Node. */
  packages?: string
  /** Declared hosts; none by default. */
  network?: string[]
  /** What a caller entered for parameters; `url` is in `permissions.urlParameters`, and so opens the hosts of its addresses. */
  entered?: JsonObject
  limits?: Partial<SandboxLimits>
  /** Checked in addition to the common checks of `run-hostile.ts`. */
  ends: End
  /** Why it runs only in the long suite. */
  longSuiteReason?: string
}

export type End =
  | { returns: Json }
  /** Throws something whose "Name: message" matches. */
  | { throws: RegExp }
  | { limit: Limit | Limit[] }
  /** Any outcome of the run itself: only side effects on others matter. */
  | 'anyhow'
  /** Its process may also die without a message. */
  | 'or is lost'

type Limit = 'wall' | 'cpu' | 'memory' | 'output' | 'requests'

export type HostileClass = { name: string; language: 'javascript' | 'python'; cases: HostileCase[] }

export type Targets = {
  /** Port of the canary listeners on 127.0.0.1 and ::1, and of the origin. */
  port: number
  /** The canary file, with a Unix socket next to it. */
  file: string
  socket: string
  /** The canary environment variable of sandboxd. */
  variable: string
}
