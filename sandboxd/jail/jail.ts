/**
 * What a jail is. In one, an exploit of the engine reaches a few read-only files and one socket, and no network, processes,
 * environment or privileges.
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
  /** Returns the paths of the same files inside the jail. */
  inside(cell: Cell): Cell
  /** Returns the command to spawn; `args[0]` is a path inside the jail. */
  wrap(cell: Cell, args: string[]): string[]
  /** The uid of jailed processes on the host; undefined if it is sandboxd's own. */
  hostUid?: number
  /** Lets `hostUid` access a file, before the start. */
  admit?(file: string): void
  /** The file of a seccomp filter, which the command expects as descriptor SECCOMP_FD. */
  filterFile?: string
  /** Files on the host that every start needs. */
  files: string[]
}

/** Descriptors of workerd: it reports on the first that it is ready, and accepts connections on the second. */
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

/** Devices that exist inside the jail. They are read-only. */
export const DEVICES = ['/dev/urandom', '/dev/null']
