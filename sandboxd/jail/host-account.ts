/**
 * Who a jailed process is to the host's kernel when root starts it.
 *
 * A user namespace hides root, it does not make somebody else of it: without this the process would be the host's root
 * with no capability, and everything that root owns would be its own. So it becomes a user that nobody is before it is
 * locked in. Whoever does not run as root has nothing to hand over. The jail of util-linux stays root's: its `mount`
 * does not work for that user.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findProgram } from '../find-program.ts'

/** Between what systemd gives to containers and to services: no distribution gives it to anybody. */
export const NOBODYS_UID = 60_713

export type HostAccount = {
  uid: number
  /** The command, run by that user. It dies with us all the same: a change of user forgets that it should. */
  wrap(command: string[]): string[]
  /** Lets that user reach a file of ours, and no other file beside it. */
  admit(file: string): void
  /** Whether that user gets there, through every folder above. */
  canRead(file: string): boolean
}

/** Undefined when there is nothing to hand over, or nothing to do it with. */
export function hostAccount(): HostAccount | undefined {
  const setpriv = findProgram('setpriv')
  const test = findProgram('test')
  if (process.getuid?.() !== 0 || !setpriv || !test) return undefined
  const become = [`--reuid=${NOBODYS_UID}`, `--regid=${NOBODYS_UID}`, '--clear-groups', '--pdeathsig=KILL']
  return {
    uid: NOBODYS_UID,
    wrap: (command) => [setpriv, ...become, '--', ...command],
    admit(file) {
      fs.chownSync(file, NOBODYS_UID, NOBODYS_UID)
      // To pass through, not to look around in.
      fs.chmodSync(path.dirname(file), 0o711)
    },
    canRead: (file) => spawnSync(setpriv, [...become, '--', test, '-r', file]).status === 0,
  }
}

/** The same jail, with the process in it being that user to the host. */
export function handedOver<Jail extends { wrap(cell: never, args: string[]): string[] }>(
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
