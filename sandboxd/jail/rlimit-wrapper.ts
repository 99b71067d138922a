/** Commands around workerd that limit its memory, if util-linux is installed, and end it with sandboxd. The jail (./jail.ts) is inside. */
import { findUtilLinux } from '../os/find-program.ts'

export type RlimitWrapper = {
  description: string
  /** Whether the kernel limits the memory; then /proc shows how much is used. */
  limitsMemory: boolean
  /** ../engine/sandbox-engine.ts explains the data limit. */
  wrap(command: string[], dataLimitMb: number): string[]
}

/** Returns the one with util-linux, or one that only ends workerd if that is not installed. */
export function chooseRlimitWrapper(): RlimitWrapper {
  const prlimit = findUtilLinux('prlimit')
  const setpriv = findUtilLinux('setpriv')
  if (!prlimit || !setpriv) return SHELL_RLIMIT_WRAPPER
  return {
    description: 'memory capped by V8 and prlimit',
    limitsMemory: true,
    wrap: (command, dataLimitMb) => [
      ...END_WITH_SANDBOXD,
      prlimit,
      `--data=${dataLimitMb * 1024 * 1024}`,
      '--core=0',
      // Not zero, which would kill workerd.
      '--fsize=1048576',
      // Each request and host call needs a descriptor.
      '--nofile=256',
      '--memlock=0',
      '--',
      setpriv,
      '--no-new-privs',
      '--pdeathsig=KILL',
      '--',
      ...command,
    ],
  }
}

/**
 * Kills the process group when stdin closes, by a reader in the background. The signal of a parent's death does not suffice:
 * a jail that is being set up asks for it only at its end.
 */
const WATCH_SCRIPT = `
exec 9<&0
{ read -r _ <&9; kill -9 0; } >/dev/null 2>&1 3>&- 4>&- 5>&- &
exec "$@" </dev/null 9<&-
`
const END_WITH_SANDBOXD = ['/bin/sh', '-c', WATCH_SCRIPT, 'rlimit-wrapper']

export const SHELL_RLIMIT_WRAPPER: RlimitWrapper = {
  description: 'memory capped by V8 only: this system has no prlimit',
  limitsMemory: false,
  wrap: (command) => [...END_WITH_SANDBOXD, ...command],
}
