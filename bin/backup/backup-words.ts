/** What a backup holds, in words for people. */
import type { Manifest } from './backup-format.ts'

export function sumOf({ tables }: Manifest): { tables: number; rows: number } {
  const all = Object.values(tables)
  return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) }
}

/** "12 KB", "3.4 MB", "1.2 GB" */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${Math.round((bytes / 1000 ** step) * 10) / 10} ${units[step]}`
}
