/**
 * A jail from util-linux and a shell, without seccomp. The outer `unshare` is root in its namespace, for mounting; the
 * inner one has capabilities until `setpriv` empties every set.
 */

import os from 'node:os'
import { DEVICES, INSIDE, type Jail } from './jail.ts'

const SEPARATE = [
  '--map-root-user',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child=KILL',
  '--net',
  '--ipc',
  '--uts',
]
const UNMAPPED_USER = ['--user', '--map-user=65534', '--map-group=65534', '--wd=/']
const INSIDE_SETPRIV = '/setpriv'
// biome-ignore format: one option each
const DROP_CAPABILITIES = [INSIDE_SETPRIV, '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--']

/**
 * Builds the root of the jail. Arguments are the root folder, pairs of FROM and TO, "--", and the command. Files are made
 * read-only as bind mounts, because only root outside may remount a file system.
 */
const BUILD_ROOT = `
set -e
root=$1; shift
mount -t tmpfs -o size=256k,mode=0755,nosuid,noexec,nodev box "$root"
while [ "$1" != -- ]; do
  mkdir -p "$root\${2%/*}"
  : > "$root$2"
  mount --bind "$1" "$root$2"
  mount -o remount,bind,ro,nosuid "$root$2" 2>/dev/null || mount -o remount,bind,ro "$root$2" 2>/dev/null || [ -c "$1" ]
  shift 2
done
shift
mount -o remount,bind,ro,nosuid,noexec,nodev "$root"
exec "$@"
`

/** Without `prlimit`, the number of tasks is not limited. Without `setpriv`, capability sets remain that give no power outside. */
type Programs = { unshare: string; sh: string; prlimit: string | undefined; setpriv: string | undefined }

/** Returns the jail. Its root is mounted on `emptyFolder`, which only the jail sees that way. */
export function namespaces(programs: Programs, libraries: readonly string[], emptyFolder: string): Jail {
  const { unshare, sh, prlimit, setpriv } = programs
  const dropToUnmappedUser = [
    unshare,
    ...UNMAPPED_USER,
    `--root=${emptyFolder}`,
    ...(setpriv ? ['--keep-caps'] : []),
    '--',
  ]
  return {
    name: 'namespaces',
    description: 'jailed by namespaces and an empty root, without seccomp',
    files: [emptyFolder],
    inside: () => INSIDE,
    wrap: ({ binary, config, guardSocket }, args) => [
      unshare,
      ...SEPARATE,
      '--',
      sh,
      '-c',
      BUILD_ROOT,
      'jail',
      emptyFolder,
      ...(setpriv ? [setpriv, INSIDE_SETPRIV] : []),
      ...[binary, INSIDE.binary, config, INSIDE.config, guardSocket, INSIDE.guardSocket],
      ...[...libraries, ...DEVICES].flatMap((file) => [file, file]),
      '--',
      ...limitTasks(prlimit),
      ...dropToUnmappedUser,
      ...(setpriv ? DROP_CAPABILITIES : []),
      ...args,
    ],
  }
}

/** Well above what workerd needs: two threads, and one of V8 for each of up to 16 cores. */
export const MAX_TASKS = 64

/** Returns the command that limits tasks; none before Linux 5.14, where the limit counts every process of the user. */
export function limitTasks(prlimit: string | undefined, release = os.release()): string[] {
  const [major = 0, minor = 0] = release.split('.').map((part) => Number.parseInt(part, 10))
  const countsByNamespace = major > 5 || (major === 5 && minor >= 14)
  return prlimit && countsByNamespace ? [prlimit, `--nproc=${MAX_TASKS}`, '--'] : []
}
