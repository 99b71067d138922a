/** Where sandboxd keeps what is worth keeping between two starts: Python's snapshot, and nothing of anybody's runs. */
import path from 'node:path'

export function cacheFolder(): string {
  return (
    process.env.GUILDHALL_SANDBOX_CACHE ||
    path.resolve(import.meta.dirname, '..', 'node_modules', '.cache', 'guildhall')
  )
}
