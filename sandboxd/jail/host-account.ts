/** A user namespace only hides root, which could access everything it owns: first an unused uid. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findProgram } from '../os/find-program.ts'

/** No distribution assigns it: between systemd's ranges. */
export const UNPRIVILEGED_UID = 60_713

export type HostAccount = {
  uid: number
  /** Still dies with its parent, although a change of user clears that signal. */
  wrap(command: string[]): string[]
  /** And no other. */
  admit(file: string): void
  /** Through every parent folder. */
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
      // Without listing.
      fs.chmodSync(path.dirname(file), 0o711)
    },
    canRead: (file) => spawnSync(setpriv, [...become, '--', test, '-r', file]).status === 0,
  }
}

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
