/** Searches fixed folders, because anyone may have set PATH. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

export function findProgram(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
    .map((folder) => `${folder}/${name}`)
    .find((file) => fs.existsSync(file))
}

export function findUtilLinux(name: string): string | undefined {
  const program = findProgram(name)
  return program && spawnSync(program, ['--version']).status === 0 ? program : undefined
}
