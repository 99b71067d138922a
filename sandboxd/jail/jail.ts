/**
 * In a jail an engine exploit reaches only a few read-only files and one socket: no network, processes, environment or
 * privileges.
 */

export type Cell = {
  binary: string
  /** A compiled config, which needs no other files. */
  config: string
  guardSocket: string
}

export type JailName = 'bubblewrap' | 'namespaces' | 'none'

export type Jail = {
  name: JailName
  description: string
  inside(cell: Cell): Cell
  /** Returns the command to spawn; `args[0]` is a path inside the jail. */
  wrap(cell: Cell, args: string[]): string[]
  /** Set if it differs from sandboxd's uid. */
  hostUid?: number
  /** Lets `hostUid` access a file, before the start. */
  admit?(file: string): void
  /** A seccomp filter, to be opened as SECCOMP_FD. */
  filterFile?: string
  /** Files on the host that every start needs. */
  files: string[]
}

/** The first reports readiness, the second accepts connections. */
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

/** Devices inside the jail, which are read-only. */
export const DEVICES = ['/dev/urandom', '/dev/null']
