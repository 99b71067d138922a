/**
 * The jail where bubblewrap is missing: the same namespaces and the same empty root, made by util-linux and a shell,
 * without a seccomp filter.
 *
 * The outer `unshare` is root in a world of its own, which it needs to mount; the inner one is nobody, and loses
 * every capability as workerd begins.
 */
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
const NOBODY = ['--user', '--map-user=65534', '--map-group=65534']

/** Arguments: the folder for the root, the inner `unshare`, FROM TO pairs, "--", the command. */
const BUILD_ROOT = `
set -e
root=$1; unshare=$2; shift 2
mount -t tmpfs -o size=256k,mode=0755,nosuid,noexec,nodev box "$root"
while [ "$1" != -- ]; do
  mkdir -p "$root\${2%/*}"
  : > "$root$2"
  mount --bind "$1" "$root$2"
  mount -o remount,bind,ro,nosuid "$root$2" 2>/dev/null || mount -o remount,bind,ro "$root$2" 2>/dev/null || [ -c "$1" ]
  shift 2
done
shift
mount -o remount,ro,nosuid,noexec,nodev "$root"
exec "$unshare" ${NOBODY.join(' ')} --root="$root" --wd=/ -- "$@"
`

type Programs = { unshare: string; sh: string }

/** `emptyFolder` is what the root is mounted on; the mount is seen by the jailed process alone. */
export function namespaces(programs: Programs, libraries: readonly string[], emptyFolder: string): Jail {
  const { unshare, sh } = programs
  return {
    name: 'namespaces',
    describe: 'jailed by namespaces and an empty root, without seccomp (bubblewrap is not installed)',
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
      unshare,
      ...[binary, INSIDE.binary, config, INSIDE.config, guardSocket, INSIDE.guardSocket],
      ...[...libraries, ...DEVICES].flatMap((file) => [file, file]),
      '--',
      ...args,
    ],
  }
}
