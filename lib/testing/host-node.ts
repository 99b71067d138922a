import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { skipUnless } from './skip-unless.ts'

/** The PATH of a reader of the guide: `npm run` puts the Node that Guildhall comes with first, which they do not have. */
export const HOST_PATH = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(path.delimiter)

export function isOnHost(program: string): boolean {
  return spawnSync(program, ['--version'], { env: { ...process.env, PATH: HOST_PATH } }).status === 0
}

/** Options of a test that types commands with this machine's own node and npm. */
export const withHostNode = skipUnless(isOnHost('node') && isOnHost('npm'), 'needs node and npm')
