/** "1 byte", "12 bytes", "512 KB", "1.5 GB"; a KB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const step = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${UNITS[step]}`
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function formatList(items: readonly string[], last: 'and' | 'or'): string {
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}` : (items[0] ?? '')
}
