/**
 * What a workerd process is locked into, so that a hole in the engine leads nowhere.
 *
 * Inside a jail there are a handful of files, all read-only, and one socket: no network, no other process, no
 * environment, nobody's rights. Three are known, best first; `choose-jail.ts` takes the first that works on this host.
 * Source: specification "Execution"; design "The sandbox", section 5.
 */

/** What a process is started with, by the host's paths. */
export type Cell = {
  binary: string
  /** Compiled, so that nothing else is needed. */
  config: string
  /** Where the process finds its egress guard. */
  guardSocket: string
}

export type JailName = 'bubblewrap' | 'namespaces' | 'none'

export type Jail = {
  name: JailName
  /** For the health line, the start message and the doctor. */
  describe: string
  /** The same things by the paths they have inside. */
  inside(cell: Cell): Cell
  /** The command that runs `args` inside. `args` begins with the binary's path as it is inside. */
  wrap(cell: Cell, args: string[]): string[]
  /** Who the process is on the host, when that is not whoever started it. */
  hostUid?: number
  /** Lets the process reach a file that is to be its own; needed before it is started when there is a `hostUid`. */
  admit?(file: string): void
  /** A file with a seccomp filter; the wrapped command expects it open as SECCOMP_FD. */
  filterFile?: string
}

/** Descriptors beside the usual three. workerd tells on the first that it listens, and listens on the second. */
export const CONTROL_FD = 3
export const LISTEN_FD = 4
export const SECCOMP_FD = 5

export const NO_JAIL: Jail = {
  name: 'none',
  describe: 'no jail: only the engine itself stands between skills and this host',
  inside: (cell) => cell,
  wrap: (_cell, args) => args,
}

/** Where things are inside, in every jail. */
export const INSIDE: Cell = { binary: '/w', config: '/c', guardSocket: '/s/guard.sock' }

/** Read-only devices that workerd opens. */
export const DEVICES = ['/dev/urandom', '/dev/null']
