/** An unused uid for jailed processes. A user namespace alone only hides root, which could access its files. */
import fs from 'node:fs'
import path from 'node:path'
import { findProgram, runProbe } from '../os/find-program.ts'

/** A uid between systemd's ranges, which no distribution assigns. */
export const UNPRIVILEGED_UID = 60_713

export type HostAccount = {
  uid: number
  /** The command still dies with its parent, although a change of user clears that signal. */
  wrap(command: string[]): string[]
  /** Gives the account access to this file only. */
  admit(file: string): void
  /** Checks every parent folder, too. */
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
      // The account can enter the folder, but not list it.
      fs.chmodSync(path.dirname(file), 0o711)
    },
    canRead: (file) => runProbe([setpriv, ...become, '--', test, '-r', file]).status === 0,
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
