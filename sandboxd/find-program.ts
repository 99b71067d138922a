/** Where a program of the system is. The path of the environment is not asked: it may be anybody's. */
import fs from 'node:fs'

/** Undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
    .map((folder) => `${folder}/${name}`)
    .find((file) => fs.existsSync(file))
}
