/**
 * util-linux limits workerd and ends it with its supervisor. Elsewhere a shell watches a pipe from sandboxd
 * and kills workerd when it closes; memory is then limited only by V8's flag. The jail (./jail.ts) is inside
 * the wrapper.
 */
import { findUtilLinux } from '../os/find-program.ts'

export type RlimitWrapper = {
  description: string
  /** True if the operating system limits memory, so that /proc shows the usage. */
  limitsMemory: boolean
  /** `dataLimitMb`: see engine.ts. */
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
      // Zero would kill workerd at its first write.
      '--fsize=1048576',
      // Every open request needs one, as does every host call.
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

// The shell waits for workerd; a background reader waits for stdin to close. Both are in one process group,
// which workerd-process.ts kills.
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
