/**
 * One supervisor for one data folder: a second one would stop the first one's database when it ends. So would one that
 * starts while a backup is restored.
 */
import fs from 'node:fs'
import path from 'node:path'
import { commandLine, isAlive } from '../processes.ts'

const NAME = 'supervisor.pid'

/** Takes the folder; answers the process that has it already, or null when it is ours now. */
export function lockFolder(folder: string): number | null {
  const file = path.join(folder, NAME)
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
      return null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = Number(fs.readFileSync(file, 'utf8'))
    if (isSupervisor(owner)) return owner
    // Left behind by one that was killed.
    fs.rmSync(file, { force: true })
  }
}

export function unlockFolder(folder: string): void {
  fs.rmSync(path.join(folder, NAME), { force: true })
}

/** After a crash the number may belong to any program. */
function isSupervisor(pid: number): boolean {
  if (!pid || pid === process.pid || !isAlive(pid)) return false
  const command = commandLine(pid)
  return command === '' || /start\.ts|guildhall\.ts restore/.test(command)
}
