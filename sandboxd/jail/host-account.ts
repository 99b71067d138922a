/**
 * A user namespace only hides root: without this step the process would be the host's root without
 * capabilities, and could access everything root owns. So it becomes an unused uid first.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findProgram } from '../os/find-program.ts'

/** Between systemd's ranges for containers and services: no distribution assigns it. */
export const UNPRIVILEGED_UID = 60_713

export type HostAccount = {
  uid: number
  /**
   * Runs the command as that user. It still dies with its parent, although changing the user clears the
   * parent-death signal.
   */
  wrap(command: string[]): string[]
  /** Gives that user access to this file and no other. */
  admit(file: string): void
  /** Whether that user can read the file through every parent folder. */
  canRead(file: string): boolean
}

export function hostAccount(): HostAccount | undefined {
  const setpriv = findProgram('setpriv')
  const test = findProgram('test')
  if (process.getuid?.() !== 0 || !setpriv || !test) return undefined
  const become = [
    `--reuid=${UNPRIVILEGED_UID}`,
    `--regid=${UNPRIVILEGED_UID}`,
    '--clear-groups',
    '--pdeathsig=KILL',
  ]
  return {
    uid: UNPRIVILEGED_UID,
    wrap: (command) => [setpriv, ...become, '--', ...command],
    admit(file) {
      fs.chownSync(file, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
      // Traversal without listing.
      fs.chmodSync(path.dirname(file), 0o711)
    },
    canRead: (file) => spawnSync(setpriv, [...become, '--', test, '-r', file]).status === 0,
  }
}

/** The same jail, run as that host user. */
export function withHostAccount<Jail extends { wrap(cell: never, args: string[]): string[] }>(
  jail: Jail,
  account: HostAccount,
): Jail & { hostUid: number; admit: HostAccount['admit'] } {
  return {
    ...jail,
    hostUid: account.uid,
    admit: account.admit,
    wrap: (cell, args) => account.wrap(jail.wrap(cell, args)),
  }
}
