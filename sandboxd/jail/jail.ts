/**
 * An engine exploit leads nowhere: a few read-only files and one socket, no network, processes, environment or
 * privileges.
 */

export type Cell = {
  binary: string
  /** Self-contained. */
  config: string
  /** Of the egress guard. */
  guardSocket: string
}

export type JailName = 'bubblewrap' | 'namespaces' | 'none'

export type Jail = {
  name: JailName
  description: string
  inside(cell: Cell): Cell
  /** `args[0]` is the path inside. */
  wrap(cell: Cell, args: string[]): string[]
  /** If it differs from sandboxd's. */
  hostUid?: number
  /** With a `hostUid`, before the start. */
  admit?(file: string): void
  /** Open as SECCOMP_FD. */
  filterFile?: string
  /** On the host, for every start. */
  files: string[]
}

/** For readiness, then for connections. */
export const CONTROL_FD = 3
export const LISTEN_FD = 4
export const SECCOMP_FD = 5

export const NO_JAIL: Jail = {
  name: 'none',
  description: 'no jail: only the engine isolates skills from this host',
  files: [],
  inside: (cell) => cell,
  wrap: (_cell, args) => args,
}

export const INSIDE: Cell = { binary: '/w', config: '/c', guardSocket: '/s/guard.sock' }

/** Read-only. */
export const DEVICES = ['/dev/urandom', '/dev/null']
