/** Restarts that the supervisor records in the data folder. */
import fs from 'node:fs'
import path from 'node:path'

export type Restart = {
  part: string
  reason: string
  atMs: number
}

const NAME = 'restarts.json'
const MAX_RESTARTS = 20

export function listRestarts(folder = process.env.GUILDHALL_DATA_DIR): Restart[] {
  if (!folder) return []
  try {
    const restarts: unknown = JSON.parse(
      fs.readFileSync(path.join(/* turbopackIgnore: true */ folder, NAME), 'utf8'),
    )
    return Array.isArray(restarts) ? restarts : []
  } catch {
    return []
  }
}

/** A full disk must not prevent the restart. */
export function recordRestart(folder: string, restart: Restart): void {
  const restarts = [restart, ...listRestarts(folder)].slice(0, MAX_RESTARTS)
  const file = path.join(folder, NAME)
  try {
    fs.writeFileSync(`${file}.new`, JSON.stringify(restarts), { mode: 0o600 })
    fs.renameSync(`${file}.new`, file)
  } catch {}
}
