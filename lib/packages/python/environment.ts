/** The Python that the sandbox runs, as markers, tags of wheels and `Requires-Python` describe it. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { MarkerEnvironment } from '../../contracts/packages/marker.ts'
import { absolutePath } from '../../kernel/threads/thread-pool.ts'

type PyodideLock = { info: { python: string; arch: string; platform: string } }

/** The web server is bundled, and builds run in a folder of their own, so that Pyodide is found from the project's folder. */
const requireHere = () => createRequire(absolutePath('package.json'))

/** The version of Pyodide is part of the key of stored bundles, so that another engine gets bundles of its own. */
export function pyodideVersion(): string {
  const { version } = requireHere()('pyodide/package.json') as { version: string }
  return version
}

let environment: MarkerEnvironment | undefined

export function pythonEnvironment(): MarkerEnvironment {
  environment ??= readEnvironment()
  return environment
}

function readEnvironment(): MarkerEnvironment {
  const folder = path.dirname(requireHere().resolve('pyodide/package.json'))
  const lock = JSON.parse(fs.readFileSync(path.join(folder, 'pyodide-lock.json'), 'utf8')) as PyodideLock
  const { python, arch } = lock.info
  return {
    python_version: minorOf(python),
    python_full_version: python,
    implementation_name: 'cpython',
    implementation_version: python,
    platform_python_implementation: 'CPython',
    os_name: 'posix',
    sys_platform: 'emscripten',
    platform_system: 'Emscripten',
    platform_machine: arch,
    platform_release: '',
    platform_version: '',
    extra: '',
  }
}

/** Returns "3.14" of "3.14.2". */
function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

/** Whether a wheel with these tags (`py3-none-any`) is plain Python for this version. */
export function isPureWheel({
  python,
  abi,
  platform,
}: Record<'python' | 'abi' | 'platform', string>): boolean {
  const [major, minor] = (pythonEnvironment().python_version ?? '').split('.')
  const runs = python.split('.').some((tag) => {
    const of = /^(?:py|cp)(\d)(\d*)$/.exec(tag)
    return of !== null && of[1] === major && Number(of[2] || 0) <= Number(minor)
  })
  return runs && abi === 'none' && platform === 'any'
}
