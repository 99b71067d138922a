/**
 * util-linux limits workerd and ends it with its supervisor. Elsewhere a shell watches sandboxd's pipe, and only V8
 * limits memory. The jail (./jail.ts) is inside.
 */
import { findUtilLinux } from '../os/find-program.ts'

export type RlimitWrapper = {
  description: string
  /** So /proc shows the usage. */
  limitsMemory: boolean
  /** See engine.ts. */
  wrap(command: string[], dataLimitMb: number): string[]
}

export function chooseRlimitWrapper(): RlimitWrapper {
  const prlimit = findUtilLinux('prlimit')
  const setpriv = findUtilLinux('setpriv')
  if (!prlimit || !setpriv) return SHELL_RLIMIT_WRAPPER
  return {
    description: 'memory capped by V8 and prlimit',
    limitsMemory: true,
    wrap: (command, dataLimitMb) => [
      prlimit,
      `--data=${dataLimitMb * 1024 * 1024}`,
      '--core=0',
      // Zero would kill workerd.
      '--fsize=1048576',
      // Per request and host call.
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

// A background reader waits for stdin to close; workerd-process.ts kills the group.
const WRAPPER_SCRIPT = `
exec 9<&0
"$@" </dev/null 9<&- &
child=$!
{ read -r _ <&9; kill -9 $child; } >/dev/null 2>&1 3>&- 4>&- &
wait $child
`

export const SHELL_RLIMIT_WRAPPER: RlimitWrapper = {
  description: 'memory capped by V8 only: this system has no prlimit',
  limitsMemory: false,
  wrap: (command) => ['/bin/sh', '-c', WRAPPER_SCRIPT, 'rlimit-wrapper', ...command],
}
