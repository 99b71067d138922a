/**
 * An unused account of the host for jailed processes, if sandboxd runs as root. A user namespace alone does not suffice: outside
 * of it the process would still be root, which may access all files.
 */
import fs from 'node:fs'
import path from 'node:path'
import { findProgram, runProbe } from '../os/find-program.ts'

/** A uid between systemd's ranges, which no distribution assigns. */
export const UNPRIVILEGED_UID = 60_713

export type HostAccount = {
  uid: number
  /** Returns the command as this account. It still dies with its parent, although a change of user clears that signal. */
  wrap(command: string[]): string[]
  /** Gives the account access to this file only. */
  admit(file: string): void
  /** Whether the account can read a file, through all its parent folders. */
  canRead(file: string): boolean
}

/** Returns undefined unless sandboxd is root and the programs for a change of user are there. */
export function findHostAccount(): HostAccount | undefined {
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
