/**
 * What a workerd process is confined to, so that an engine exploit leads nowhere: a few read-only files and
 * one socket, no network, no other processes, no environment, no privileges.
 */

export type Cell = {
  binary: string
  /** Compiled and self-contained. */
  config: string
  /** The socket of the egress guard. */
  guardSocket: string
}

export type JailName = 'bubblewrap' | 'namespaces' | 'none'

export type Jail = {
  name: JailName
  description: string
  inside(cell: Cell): Cell
  /** Returns the command that runs `args` inside; `args[0]` is the binary's path inside. */
  wrap(cell: Cell, args: string[]): string[]
  /** The process's uid on the host, if it differs from sandboxd's. */
  hostUid?: number
  /** Gives the process access to a file. With a `hostUid`, call it before the start. */
  admit?(file: string): void
  /** A seccomp filter; the wrapped command expects it open as SECCOMP_FD. */
  filterFile?: string
}

/** Inherited descriptors: workerd signals readiness on the first and accepts connections on the second. */
export const CONTROL_FD = 3
export const LISTEN_FD = 4
export const SECCOMP_FD = 5

export const NO_JAIL: Jail = {
  name: 'none',
  description: 'no jail: only the engine isolates skills from this host',
  inside: (cell) => cell,
  wrap: (_cell, args) => args,
}

export const INSIDE: Cell = { binary: '/w', config: '/c', guardSocket: '/s/guard.sock' }

/** Read-only devices that workerd opens. */
export const DEVICES = ['/dev/urandom', '/dev/null']
